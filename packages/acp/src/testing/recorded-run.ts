import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  AgentError,
  type AgentProvider,
  createPermissionPolicy,
  createRuntime,
  openStore,
  type PermissionPolicy,
  type RunResult,
  type SessionHost,
  type Tool,
  type TurnOutcome,
} from "@agent-markup/core";
import { given } from "../read-value.ts";
import { recordAgents } from "../recording/record-agents.ts";
import { folder } from "./scripted-session.ts";

/** What an in-process agent does with a prompt. */
export type Act = (prompt: string, host: SessionHost) => TurnOutcome | string | Promise<TurnOutcome | string>;

/** An agent without a process; an `AgentError` that it throws means that it cannot be had. */
export function actingAgent(act: Act): AgentProvider {
  let opened = 0;
  return {
    names: ["*"],
    async open(_request, host) {
      const id = `session-${++opened}`;
      return {
        id,
        async prompt(text) {
          const said = await act(text, host);
          return typeof said === "string" ? completed(said) : said;
        },
        close: async () => {},
      };
    },
  };
}

export function completed(text: string): TurnOutcome {
  return { result: "completed", flags: [], text, finalMessage: text, stopReason: "end_turn" };
}

export const unavailable: AgentProvider = {
  names: ["*"],
  open: () => Promise.reject(new AgentError("exited", "it is gone")),
};

export interface RunWith {
  readonly agents: AgentProvider;
  readonly policy?: PermissionPolicy;
  readonly params?: Readonly<Record<string, string>>;
  readonly maxParallel?: number;
  readonly tools?: ReadonlyMap<string, Tool>;
}

/** What a document comes to with these agents. */
export async function runWith(
  text: string,
  { agents, policy = createPermissionPolicy("allow_once"), params = {}, maxParallel = 1, tools }: RunWith,
): Promise<RunResult> {
  const store = await openStore("memory");
  const clock = { now: () => Date.now(), wait: async () => {} };
  const runtime = await createRuntime({
    permissions: policy,
    workspace: folder(),
    store,
    agents,
    clock,
    ...given("tools", tools),
  });
  const result = await runtime.run({ file: "a.md", text }, { trust: "trusted", params, maxParallel }).result;
  store.close();
  return result;
}

/** Asks the host whether it may write, as an agent does; gives whether it may. */
export async function askToWrite(host: SessionHost): Promise<boolean> {
  const options = [
    { optionId: "yes", name: "Allow", kind: "allow_once" },
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ];
  const request = {
    options,
    session: "s",
    title: "Write notes.md",
    kind: "edit",
    tools: ["write"],
    input: { path: "notes.md" },
    verbatim: { any: ["thing", null, 1] },
  };
  const state = { ourSession: "s", cancelled: false, modeSwitchAllowed: false };
  return (await host.permission(request, state, new AbortController().signal)).allows;
}

/** Answers with the prompt. */
export const echo: Act = (prompt) => `<${prompt}>`;

/** A prompt to the agent x. */
export function ask(text: string, attributes = ""): string {
  return `<agent name="x"${attributes}>${text}</agent>`;
}

/** A place for a recording that is not there yet. */
export function place(): string {
  return join(folder(), "recording");
}

/** The recording of a run of the document with this agent. */
export async function recorded(document: string, act: Act, params: Record<string, string> = {}): Promise<string> {
  const recording = place();
  const agents = recordAgents(actingAgent(act), { folder: recording });
  await runWith(document, { agents, params });
  return recording;
}

/** What a recording holds, line by line. */
export function linesOf(recording: string): Record<string, unknown>[] {
  const text = readFileSync(join(recording, "prompts.jsonl"), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
