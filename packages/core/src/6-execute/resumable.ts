import type { RecordingUse } from "../agent/recording.ts";
import type { Driver } from "../journal/driver-identity.ts";
import { isOver } from "../store/run-status.ts";
import type { RunRecord } from "../store/store.ts";
import { RunError } from "./run-error.ts";
import { readRunSettings } from "./run-settings.ts";
import { hashOf } from "./text-hash.ts";

/** Throws a `RunError` when a run has ended for good, or its document now says something else (docs/adr/0009). */
export function assertResumable({ id, status, file, hash, options }: RunRecord, currentText: string | undefined): void {
  if (isOver(status)) {
    throw new RunError("finished", `run ${id} is ${status}: there is nothing to resume; aml run ${file} starts anew`);
  }
  if (readRunSettings(options).guided) {
    const how = `have an agent call plan_start of aml mcp with its plan's id (aml status ${id})`;
    throw new RunError("guided", `run ${id} is followed by an agent, step by step: to go on, ${how}`);
  }
  if (currentText !== undefined && hashOf(currentText) !== hash) {
    throw new RunError(
      "edited",
      `${file} was changed since run ${id} began: undo the change to resume, or aml run ${file} to start anew`,
    );
  }
}

/** Throws a `RunError` where a replay would go on with real agents, or a run of real agents with a replay (docs/adr/0019). */
export function assertSameAgents(id: string, recorded: RecordingUse | undefined, now: RecordingUse | undefined): void {
  const before = replayedFolder(recorded);
  const after = replayedFolder(now);
  if (before === after) return;
  const was = before === null ? "a run of real agents" : `a replay of ${before}`;
  const how = after === null ? "with real agents" : `as a replay of ${after}`;
  throw new RunError("replay", `run ${id} is ${was}: it does not go on ${how}`);
}

function replayedFolder(use: RecordingUse | undefined): string | null {
  return use?.mode === "replay" ? use.folder : null;
}

export function heldMessage(run: string, { pid, host }: Driver): string {
  return `run ${run} is driven by process ${pid} on ${host}; wait for it, or stop it first`;
}
