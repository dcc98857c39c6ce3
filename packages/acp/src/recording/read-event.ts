import type { AgentEvent, Rung } from "@agent-markup/core";
import {
  anything,
  fail,
  flag,
  given,
  keyOf,
  listOf,
  object,
  objectOf,
  oneOf,
  type Reader,
  text,
} from "../read-value.ts";

const texts = listOf(text);
const rung = keyOf<Rung>({
  not_prompted: true,
  native_denial: true,
  server_not_passed: true,
  request_refused: true,
  call_refused: true,
  turn_cancelled: true,
});

const kinds: { readonly [Type in AgentEvent["type"]]: Reader<Extract<AgentEvent, { type: Type }>> } = {
  message: objectOf(["type", "text"], (fields) => ({ type: "message", text: fields.required("text", text) })),
  thought: objectOf(["type", "text"], (fields) => ({ type: "thought", text: fields.required("text", text) })),
  note: objectOf(["type", "text"], (fields) => ({ type: "note", text: fields.required("text", text) })),
  stop: objectOf(["type", "reason"], (fields) => ({ type: "stop", reason: fields.required("reason", text) })),
  plan: objectOf(["type", "entries"], (fields) => ({ type: "plan", entries: fields.optional("entries", anything) })),
  usage: objectOf(["type", "usage"], (fields) => ({ type: "usage", usage: fields.optional("usage", anything) })),
  raw: objectOf(["type", "value"], (fields) => ({ type: "raw", value: fields.optional("value", anything) })),
  mode: objectOf(["type", "mode", "expected"], (fields) => ({
    type: "mode",
    mode: fields.required("mode", text),
    expected: fields.required("expected", flag),
  })),
  unasked: objectOf(["type", "id", "title", "tools", "violation"], (fields) => ({
    type: "unasked",
    id: fields.required("id", text),
    title: fields.required("title", text),
    tools: fields.required("tools", texts),
    violation: fields.required("violation", flag),
  })),
  offered: objectOf(["type", "tools"], (fields) => ({ type: "offered", tools: fields.required("tools", texts) })),
  offered_call: objectOf(["type", "tool", "input"], (fields) => ({
    type: "offered_call",
    tool: fields.required("tool", text),
    input: fields.optional("input", anything),
  })),
  step_result: objectOf(["type", "status", "summary"], (fields) => ({
    type: "step_result",
    status: fields.required("status", oneOf("done", "failed")),
    summary: fields.required("summary", text),
  })),
  held: objectOf(["type", "rung", "tools", "reason"], (fields) => ({
    type: "held",
    rung: fields.required("rung", rung),
    tools: fields.required("tools", texts),
    ...given("reason", fields.optional("reason", text)),
  })),
  tool_call: objectOf(["type", "id", "title", "kind", "status", "tools", "input"], (fields) => ({
    type: "tool_call",
    id: fields.required("id", text),
    title: fields.required("title", text),
    kind: fields.required("kind", text),
    status: fields.required("status", text),
    tools: fields.required("tools", texts),
    ...given("input", fields.optional("input", anything)),
  })),
  tool_update: objectOf(["type", "id", "status", "title", "tools", "input", "output"], (fields) => ({
    type: "tool_update",
    id: fields.required("id", text),
    ...given("status", fields.optional("status", text)),
    ...given("title", fields.optional("title", text)),
    ...given("tools", fields.optional("tools", texts)),
    ...given("input", fields.optional("input", anything)),
    ...given("output", fields.optional("output", text)),
  })),
};

const readers: ReadonlyMap<string, Reader<AgentEvent>> = new Map(Object.entries(kinds));

/** One event of a recorded turn. */
export const recordedEvent: Reader<AgentEvent> = (value, at) => {
  const reader = readers.get(text(object(value, at).type, `${at}.type`));
  return reader === undefined
    ? fail(`${at}.type`, `must be one of: ${[...readers.keys()].join(", ")}`)
    : reader(value, at);
};
