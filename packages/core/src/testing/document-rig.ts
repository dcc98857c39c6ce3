import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createPermissionPolicy } from "../5-authorise/permission-policy.ts";
import type { Handler } from "../6-execute/handler.ts";
import type { RunOptions } from "../6-execute/run-options.ts";
import type { RunResult } from "../6-execute/run-result.ts";
import { createRuntime, type Runtime } from "../6-execute/runtime.ts";
import type { RuntimeOptions } from "../6-execute/runtime-options.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { type Reply, type ScriptedProvider, scriptedProvider } from "./scripted-provider.ts";

const defined = ["wrap", "upper", "fail", "skipped", "marked", "slow", "ask", "count", "collect"];
const preamble = defined
  .map(
    (name) =>
      `<skill define="interface" name="${name}"/><skill define="implementation" name="h-${name}" implements="${name}"/>`,
  )
  .join("");

/** A runtime in memory whose documents begin with nine interfaces, each implemented by a handler of the host or as a prompt. */
export interface DocumentRig {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly agent: ScriptedProvider;
  /** Names of the skills whose handler was called, in that order. */
  readonly called: string[];
  run(text: string, options?: Partial<RunOptions>): Promise<RunResult>;
}

/** What each handler does is told by its name; those that are not given here are prompts. */
export async function documentRig(
  extra: Record<string, Handler> = {},
  reply: Reply = () => "reply",
  options: Partial<RuntimeOptions> = {},
): Promise<DocumentRig> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "aml-execute-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const called: string[] = [];
  const noted =
    (handler: Handler): Handler =>
    (input) => {
      called.push(input.name);
      return handler(input);
    };
  const handlers: Record<string, Handler> = {
    "h-wrap": ({ scope }) => `[${scope}]`,
    "h-upper": ({ scope }) => scope.toUpperCase(),
    "h-fail": () => {
      throw new Error("broken");
    },
    "h-skipped": () => ({ text: "left out", status: "skipped" }),
    "h-marked": () => ({ text: '<skill interface="fail">x</skill>' }),
    ...extra,
  };
  const store = await openStore("memory");
  const agent = scriptedProvider(reply);
  const runtime = await createRuntime({
    permissions: createPermissionPolicy("allow_once"),
    workspace,
    store,
    agents: agent,
    handlers: Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, noted(handler)])),
    clock: { now: () => Date.now(), wait: async () => {} },
    ...options,
  });
  const run = (text: string, runOptions: Partial<RunOptions> = {}) =>
    runtime.run({ file: "a.md", text: `${preamble}${text}` }, { trust: "trusted", ...runOptions }).result;
  return { runtime, store, agent, called, run };
}
