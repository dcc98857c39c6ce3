import type { PermissionDecision, PermissionOption, PermissionRequest } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { ToolCall } from "./tool-calls.ts";

export interface KeptFrom {
  /** The agent's own tools that the runtime offers in their place. */
  readonly replaced: readonly string[];
  /** Ids of options that are not there to be chosen. */
  readonly withheld: readonly string[];
}

/**
 * The request in the runtime's words (agents.md 2). A malformed one is a request too: without a session it is foreign,
 * without options nothing can be chosen.
 */
export function permissionRequest(
  params: unknown,
  known: ToolCall | null,
  { replaced, withheld }: KeptFrom,
): PermissionRequest {
  const { sessionId, options } = isObject(params) ? params : {};
  return {
    options: (Array.isArray(options) ? options.flatMap(permissionOption) : []).filter(
      ({ optionId }) => !withheld.includes(optionId),
    ),
    session: typeof sessionId === "string" ? sessionId : "",
    title: known?.call.title ?? "",
    kind: known?.call.kind ?? "other",
    tools: known?.tools ?? [],
    ...(isReplaced(known, replaced) ? { replaced: true } : {}),
    ...(known?.isServed === true ? { served: true } : {}),
    input: known?.isServed === true ? argumentsOf(known.call.input) : known?.call.input,
    verbatim: params,
  };
}

/** Codex shows a call as server, tool and arguments; a policy judges what the tool is given. */
function argumentsOf(input: unknown): unknown {
  const isWrapped = isObject(input) && typeof input.server === "string" && typeof input.tool === "string";
  return isWrapped && isObject(input.arguments) ? input.arguments : input;
}

/** An agent's own tool of which the runtime offers another in its place. */
function isReplaced(known: ToolCall | null, replaced: readonly string[]): boolean {
  return known !== null && !known.isServed && known.tools.some((tool) => replaced.includes(tool));
}

/** The answer as `session/request_permission` takes it. */
export function permissionAnswer({ outcome }: PermissionDecision): unknown {
  return { outcome };
}

/** An option without an id or a kind cannot be chosen. */
function permissionOption(option: unknown): PermissionOption[] {
  if (!isObject(option)) return [];
  const { optionId, kind, name } = option;
  if (typeof optionId !== "string" || typeof kind !== "string") return [];
  return [{ optionId, kind, name: typeof name === "string" ? name : "" }];
}
