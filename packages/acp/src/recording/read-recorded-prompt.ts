import type { ToolLists } from "@agent-markup/core";
import { count, given, listOf, nullOr, object, objectOf, type Reader, text } from "../read-value.ts";
import { recordedEnd } from "./read-end.ts";
import { recordedEvent } from "./read-event.ts";
import { recordedPermission } from "./read-permission.ts";
import type { Happening, RecordedPrompt } from "./recorded-prompt.ts";

const texts = listOf(text);

const toolLists: Reader<ToolLists> = objectOf(["allowed", "denied"], (fields) => ({
  allowed: fields.required("allowed", nullOr(texts)),
  denied: fields.required("denied", texts),
}));

const happening: Reader<Happening> = objectOf<Happening>(["event", "permission", "result"], (fields) => {
  const asked = fields.optional("permission", recordedPermission);
  const result = fields.optional("result", object);
  if (result !== undefined) return { result };
  return asked === undefined ? { event: fields.required("event", recordedEvent) } : { permission: asked };
});

const members = [
  "path",
  "hash",
  "nth",
  "agent",
  "model",
  "tools",
  "policy",
  "prompt",
  "session",
  "happenings",
  "end",
] as const satisfies readonly (keyof RecordedPrompt)[];

/** Reads one line of a recording, which anybody may have edited; throws a `ValueError` that says where it is wrong. */
export const recordedPrompt: Reader<RecordedPrompt> = objectOf(members, (fields) => ({
  path: fields.required("path", text),
  hash: fields.required("hash", text),
  nth: fields.required("nth", count),
  agent: fields.required("agent", text),
  ...given("model", fields.optional("model", text)),
  tools: fields.required("tools", toolLists),
  policy: fields.required("policy", text),
  prompt: fields.required("prompt", text),
  session: fields.required("session", nullOr(text)),
  happenings: fields.required("happenings", listOf(happening)),
  end: fields.required("end", recordedEnd),
}));
