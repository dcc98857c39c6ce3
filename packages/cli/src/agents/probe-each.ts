import { randomUUID } from "node:crypto";
import type { probeAgent } from "@agent-markup/acp";
import { Interrupted } from "../exit.ts";
import type { Output } from "../terminal/output.ts";
import type { Survey, SurveyedAgent } from "./survey.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Each that can be started, one after the other, with what it said of itself. A signal ends the agent that is being probed
 * and removes its files before this rejects with `Interrupted`.
 */
export async function probeEach(
  asked: readonly SurveyedAgent[],
  { startable, project }: Survey,
  probe: typeof probeAgent,
  output: Output,
): Promise<ReadonlyMap<SurveyedAgent, SurveyedAgent>> {
  const { signal, release } = abortedBySignals();
  const probed = new Map<SurveyedAgent, SurveyedAgent>();
  try {
    for (const entry of asked) {
      const agent = startable.get(entry);
      if (agent === undefined) continue;
      output.progress(`probing ${entry.name} ...`);
      const marker = `probe-${randomUUID()}`;
      const result = await probe({ name: entry.name, agent, project, marker, signal });
      if (signal.aborted) throw new Interrupted();
      probed.set(entry, { ...entry, probe: result });
    }
  } finally {
    release();
  }
  return probed;
}

/** Also the second signal is heeded, so that an impatient person leaves nothing behind. */
function abortedBySignals() {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
