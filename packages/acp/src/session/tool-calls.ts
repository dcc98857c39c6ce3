import { isWithin, type ToolSet } from "@agent-markup/core";
import { constrainedNames, isOfServer } from "../offered/own-tools.ts";
import type { AgentToolCall, Profile } from "../profiles/profile.ts";
import { isObject } from "../transport/message.ts";
import type { UnaskedTools } from "./unasked-tools.ts";

/** What is known of one tool call of a session. */
export interface ToolCall {
  readonly call: AgentToolCall;
  readonly status: string;
  /** Whether `tool_call` or a permission request named it first: an update for any other is kept as it came. */
  readonly announced: boolean;
  /** As the constraint names them. */
  readonly tools: readonly string[];
  /** It goes to the runtime, which gates it: nothing of it can happen unasked. */
  readonly isServed: boolean;
}

export interface ToolCalls {
  get(id: unknown): ToolCall | undefined;
  /** Takes in what an update or a permission request tells of a call; null when it names none. */
  learn(value: unknown, source: "announcement" | "update" | "request"): ToolCall | null;
  /** What a request of another session tells: it is no news of ours. */
  describe(value: unknown): ToolCall | null;
}

/** Follows the tool calls of a session: each message tells only a part. */
export function toolCalls(profile: Profile, servers: readonly string[], unasked: UnaskedTools): ToolCalls {
  const calls = new Map<string, ToolCall>();
  const get = (id: unknown) => (typeof id === "string" ? calls.get(id) : undefined);

  const told = (value: unknown, before: ToolCall | undefined, isAnnouncement: boolean): ToolCall | null => {
    if (!isObject(value) || typeof value.toolCallId !== "string") return null;
    const call = { ...merge(value.toolCallId, before?.call, value), servers };
    const named = profile.toolsOf(call);
    return {
      call,
      status: text(value.status) ?? before?.status ?? "pending",
      announced: isAnnouncement || (before?.announced ?? false),
      tools: joined(constrainedNames(named), before?.tools ?? []),
      isServed: isOfServer(named) && before?.isServed !== false,
    };
  };
  return {
    get,
    learn(value, source) {
      const before = isObject(value) ? get(value.toolCallId) : undefined;
      const now = told(value, before, source !== "update");
      if (now === null) return null;
      const { id } = now.call;
      calls.set(id, now);
      if (source === "request") unasked.asked(id);
      else if (!now.isServed) unasked.seen(id, now.status, before?.status);
      return now;
    },
    describe: (value) => told(value, undefined, false),
  };
}

/** Whether a tool that was never asked for is one the constraint forbids; of an unknown one that cannot be said. */
export function isViolation({ tools }: ToolCall, constraint: ToolSet): boolean {
  return tools.length > 0 && !isWithin(constraint, tools);
}

function merge(
  id: string,
  before: AgentToolCall | undefined,
  value: Record<string, unknown>,
): Omit<AgentToolCall, "servers"> {
  const name = text(value.name) ?? before?.name;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    kind: text(value.kind) ?? before?.kind ?? "other",
    title: text(value.title) ?? before?.title ?? id,
    input: value.rawInput ?? before?.input,
    meta: value._meta ?? before?.meta,
  };
}

/** An agent that calls a thing by two names is held to both; one that now names nothing known, to nothing known. */
function joined(now: readonly string[], before: readonly string[]): readonly string[] {
  return now.length === 0 ? now : [...new Set([...before, ...now])];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
