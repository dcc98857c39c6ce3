import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createPermissionPolicy } from "../5-authorise/permission-policy.ts";
import type { RunOptions } from "../6-execute/run-options.ts";
import type { RunResult } from "../6-execute/run-result.ts";
import { createRuntime, type Runtime } from "../6-execute/runtime.ts";
import type { Event } from "../journal/events.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { doneLine, type Reply, type ScriptedProvider, scriptedProvider } from "./scripted-provider.ts";

/** A runtime in memory with a scripted agent that serves every name. */
export interface RuntimeRig {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly agent: ScriptedProvider;
  run(text: string, options?: Partial<RunOptions>): Promise<RunResult>;
  events(run: string | null): readonly Event[];
  answer(run: string | null, step: string, choice: string): void;
  resume(run: string | null): Promise<RunResult>;
}

export async function rig(
  reply: Reply = () => doneLine(),
  policy: "deny" | "allow_once" | null = "allow_once",
): Promise<RuntimeRig> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "aml-runtime-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const store = await openStore("memory");
  const agent = scriptedProvider(reply);
  const permissions = policy === null ? null : createPermissionPolicy(policy);
  const clock = { now: () => Date.now(), wait: async () => {} };
  const runtime = await createRuntime({ permissions, workspace, store, agents: agent, defaultAgent: "worker", clock });
  const id = (run: string | null) => run ?? "";
  return {
    runtime,
    store,
    agent,
    run: (text, options) => runtime.run({ file: "a.md", text }, { trust: "trusted", ...options }).result,
    events: (run) => store.events(id(run)),
    answer(run, step, choice) {
      const checkpoint = store.openCheckpoints(id(run)).find((open) => open.step === step);
      const answered = store.answer(id(run), checkpoint?.id ?? "", {
        choice,
        actor: "kim",
        at: new Date().toISOString(),
      });
      expect(answered.ok).toBe(true);
    },
    resume: async (run) => (await runtime.resume(id(run))).result,
  };
}

/** A diagram with its steps. */
export const skill = (diagram: string, steps = "") =>
  `<skill impl="dde-advanced">\nflowchart LR\n  ${diagram}\n${steps}\n</skill>`;
/** A step that a command does. */
export const tool = (node: string, run: string, attributes = "") =>
  `<step node="${node}" type="tool" ${attributes}>\n\`\`\`bash\n${run}\n\`\`\`\n</step>`;
/** The statuses of the first plan. */
export const statuses = (result: RunResult) =>
  (result.plans[0]?.nodes ?? []).map(({ id, status }) => `${id} ${status}`).join(", ");
