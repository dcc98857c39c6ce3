import {
  anything,
  count,
  fail,
  flag,
  integer,
  listOf,
  type ObjectReader,
  object,
  objectOf,
  oneOf,
  type Reader,
  text,
} from "../read-value.ts";
import { type Ignorable, type ScriptedError, type ScriptedTool, type Step, usualOptions } from "./script.ts";

const id: Reader<string | number | null> = (value, at) =>
  value === null || typeof value === "string" || typeof value === "number"
    ? value
    : fail(at, "must be a string, a number or null");

const toolKeys = ["id", "title", "kind", "tool", "input"] as const;

function tool(fields: ObjectReader): ScriptedTool {
  const callId = fields.required("id", text);
  return {
    id: callId,
    title: fields.optional("title", text) ?? callId,
    kind: fields.optional("kind", text) ?? "other",
    tool: fields.optional("tool", text),
    input: fields.optional("input", anything),
  };
}

const permissionKeys = ["options", "session", "requestId", "allowed", "refused", "withdrawn"] as const;

/** Not checked, and null is not the same as none: broken lists are there to be tried. */
function optionsOf(fields: ObjectReader): unknown {
  const options = fields.optional("options", anything);
  return options === undefined ? usualOptions : options;
}

const ignorable = oneOf<Ignorable>("signals", "end_of_input", "cancel");

function said(kind: "message" | "thought"): Reader<Step> {
  const withId = objectOf(
    ["text", "messageId"],
    (fields): Step => ({
      do: kind,
      text: fields.required("text", text),
      messageId: fields.optional("messageId", text),
    }),
  );
  return (value, at) =>
    typeof value === "string" ? { do: kind, text: value, messageId: undefined } : withId(value, at);
}

function ended(kind: "done" | "failed"): Reader<Step> {
  const withOutput = objectOf(
    ["summary", "output"],
    (fields): Step => ({
      do: kind,
      summary: fields.required("summary", text),
      output: fields.optional("output", anything),
    }),
  );
  return (value, at) =>
    typeof value === "string" ? { do: kind, summary: value, output: undefined } : withOutput(value, at);
}

/** A step that says nothing more: `{ "hang": true }`. */
function simply(kind: "hang" | "endless_line" | "close_output"): Reader<Step> {
  return (value, at) => (flag(value, at) ? { do: kind } : fail(at, "must be true"));
}

function sent(kind: "request" | "notification"): Reader<Step> {
  return objectOf(
    ["method", "params"],
    (fields): Step => ({
      do: kind,
      method: fields.required("method", text),
      params: fields.optional("params", anything),
    }),
  );
}

const floodOf = objectOf(
  ["count", "update"],
  (fields): Step => ({
    do: "flood",
    count: fields.required("count", count),
    update: fields.required("update", object),
  }),
);

const steps: Reader<readonly Step[]> = (value, at) => listOf(readStep)(value, at);

const kinds: Readonly<Record<string, Reader<Step>>> = {
  message: said("message"),
  thought: said("thought"),
  plan: (value, at) => ({ do: "plan", entries: listOf(text)(value, at) }),
  tool_call: objectOf([...toolKeys, "status"], (fields) => ({
    do: "tool_call",
    call: tool(fields),
    status: fields.optional("status", text) ?? "pending",
  })),
  tool_update: objectOf(["id", "status", "output"], (fields) => ({
    do: "tool_update",
    id: fields.required("id", text),
    status: fields.optional("status", text),
    output: fields.optional("output", text),
  })),
  permission: objectOf([...toolKeys, ...permissionKeys], (fields) => ({
    do: "permission",
    call: tool(fields),
    options: optionsOf(fields),
    session: fields.optional("session", text),
    requestId: fields.optional("requestId", id),
    allowed: fields.optional("allowed", steps) ?? [],
    refused: fields.optional("refused", steps) ?? [],
    withdrawn: fields.optional("withdrawn", flag) ?? false,
  })),
  mcp_call: objectOf(["id", "server", "tool", "arguments", "asks", "succeeded", "failed"], (fields): Step => {
    const server = fields.required("server", text);
    const called = fields.required("tool", text);
    return {
      do: "mcp_call",
      id: fields.optional("id", text) ?? `${server}/${called}`,
      server,
      tool: called,
      input: fields.optional("arguments", object) ?? {},
      asks: fields.optional("asks", flag) ?? false,
      succeeded: fields.optional("succeeded", steps) ?? [],
      failed: fields.optional("failed", steps) ?? [],
    };
  }),
  mcp_line: objectOf(["server", "line"], (fields) => ({
    do: "mcp_line",
    server: fields.required("server", text),
    line: fields.required("line", text),
  })),
  mcp_kill: (value, at) => ({ do: "mcp_kill", server: text(value, at) }),
  together: (value, at) => ({ do: "together", steps: listOf(steps)(value, at) }),
  delay: (value, at) => ({ do: "delay", ms: count(value, at) }),
  hang: simply("hang"),
  mode: (value, at) => ({ do: "mode", mode: text(value, at) }),
  late: (value, at) => ({ do: "late", steps: steps(value, at) }),
  wrong_id: (value, at) => ({ do: "wrong_id", id: id(value, at) }),
  garbage: (value, at) => ({ do: "garbage", line: text(value, at) }),
  long_line: (value, at) => ({ do: "long_line", bytes: count(value, at) }),
  endless_line: simply("endless_line"),
  close_output: simply("close_output"),
  flood: (value, at) =>
    typeof value === "object" ? floodOf(value, at) : { do: "flood", count: count(value, at), update: undefined },
  stderr: (value, at) => ({ do: "stderr", line: text(value, at) }),
  crash: objectOf(["code", "signal"], (fields) => ({
    do: "crash",
    code: fields.optional("code", count),
    signal: fields.optional("signal", text),
  })),
  ignore: (value, at) => ({ do: "ignore", what: listOf(ignorable)(value, at) }),
  spawn: objectOf(["command", "setsid"], (fields) => ({
    do: "spawn",
    command: fields.required("command", listOf(text)),
    setsid: fields.optional("setsid", flag) ?? false,
  })),
  write_file: objectOf(["path", "text"], (fields) => ({
    do: "write_file",
    path: fields.required("path", text),
    text: fields.required("text", text),
  })),
  request: sent("request"),
  notification: sent("notification"),
  update: (value, at) => ({ do: "update", update: object(value, at) }),
  done: ended("done"),
  failed: ended("failed"),
  // Any value: an agent may stop for a reason that nobody knows.
  stop: (value) => ({ do: "stop", reason: value }),
  error: (value, at) => ({ do: "error", error: readError(value, at) }),
};

/** A step is an object with one key, its kind: `{ "message": "hello" }`. */
export const readStep: Reader<Step> = (value, at) => {
  const [kind, ...more] = Object.keys(object(value, at));
  const known = Object.keys(kinds).join(", ");
  if (kind === undefined || more.length > 0) return fail(at, `must have one key, one of: ${known}`);
  const reader = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (reader === undefined) return fail(at, `${kind} is no kind of step; there are: ${known}`);
  return reader(object(value, at)[kind], `${at}.${kind}`);
};

export const readError: Reader<ScriptedError> = objectOf(["code", "message", "data"], (fields) => ({
  code: fields.required("code", integer),
  message: fields.required("message", text),
  data: fields.optional("data", anything),
}));
