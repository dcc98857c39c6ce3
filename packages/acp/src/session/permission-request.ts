import type { PermissionDecision, PermissionOption, PermissionRequest } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { ToolCall } from "./tool-calls.ts";

/**
 * The request in the runtime's words (agents.md 2). A malformed one is a request too: without a session it is foreign,
 * without options nothing can be chosen. Of what is offered, `withheld` is not there to be chosen.
 */
export function permissionRequest(
  params: unknown,
  known: ToolCall | null,
  withheld: readonly string[],
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
    input: known?.call.input,
    verbatim: params,
  };
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
