import type { RuntimeOptions } from "../6-execute/runtime-options.ts";
import type { SessionHost } from "../agent/agent.ts";
import type { OfferedReply } from "../agent/offered-tools.ts";
import type { Event } from "../journal/events.ts";
import { allCapabilities, type Tool, tool } from "../tools/tool.ts";
import { type DocumentRig, documentRig } from "./document-rig.ts";
import type { Reply } from "./scripted-provider.ts";

/** One call of an offered tool. */
export type Call = (tool: string, input?: Record<string, unknown>, signal?: AbortSignal) => Promise<OfferedReply>;

/** Calls of a session's offered tools. */
export const callOn =
  ({ offered }: SessionHost): Call =>
  async (name, input = {}, signal = new AbortController().signal) => {
    if (offered === undefined) throw new TypeError("the session was offered nothing");
    return offered.call({ tool: name, input, recorded: input, signal });
  };

/** A document whose one agent calls what it is offered; `called` are the calls that reached a tool. */
export async function offering(
  work: (call: Call, host: SessionHost) => Promise<unknown>,
  options: Partial<RuntimeOptions> = {},
) {
  const called: { tool: string; given: unknown; after: Event | undefined }[] = [];
  const journal: { last: () => Event | undefined } = { last: () => undefined };
  const spy = (name: string): Tool =>
    tool(name, allCapabilities, async (given) => {
      called.push({ tool: name, given, after: journal.last() });
      return { output: { text: `${name} ran` } };
    });
  const reply: Reply = async (_, host) => {
    await work(callOn(host), host);
    return "reply";
  };
  const rig = await documentRig({}, reply, {
    tools: new Map(["bash", "sql", "notes", "no name", "step_result"].map((name) => [name, spy(name)])),
    ...options,
  });
  journal.last = () => eventsOf(rig).at(-1);
  return { ...rig, called, events: () => eventsOf(rig) };
}

/** What the journal of the rig's first run tells. */
export function eventsOf({ store }: DocumentRig): readonly Event[] {
  return store.events(store.listRuns()[0]?.id ?? "");
}

/** What the record says of how an agent was held to its tools. */
export const held = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.type === "agent.event" && event.data.event.type === "held" ? [event.data.event] : [],
  );
