import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, completed, echo, linesOf, place, recorded } from "../testing/recorded-run.ts";
import { folder } from "../testing/scripted-session.ts";
import { replayAgents } from "./replay-agents.ts";

describe("a recording that cannot be read is refused with its line", () => {
  const header = '{"type":"recording","version":1}';
  it.each<[string, string, string]>([
    ["an empty one", "", "is empty: record the run anew"],
    ["one of a version to come", '{"type":"recording","version":2}\n', "is of version 2, and this is read: 1"],
    ["no JSON", `${header}\n{"path":\n`, "cannot be read: prompts.jsonl, line 2: "],
    ["another object", `${header}\n{"path":"0"}\n`, "line 2: needs hash"],
    ["a line of the wrong kind", `${header}\n7\n`, "line 2: must be an object"],
  ])("%s", (_, text, message) => {
    const recording = folder();
    writeFileSync(join(recording, "prompts.jsonl"), text);
    expect(() => replayAgents(recording)).toThrow(message);
  });

  it.each<[string, object, string]>([
    [
      "an unknown event",
      { happenings: [{ event: { type: "dance" } }] },
      "line 2.happenings[0].event.type: must be one of",
    ],
    [
      "an event without its text",
      { happenings: [{ event: { type: "message" } }] },
      "line 2.happenings[0].event: needs text",
    ],
    [
      "an unknown result",
      { end: { outcome: { ...completed(""), result: "won" } } },
      "line 2.end.outcome.result: must be one of",
    ],
    ["neither outcome nor error", { end: {} }, "line 2.end: needs outcome"],
    [
      "a decision without options",
      { happenings: [{ permission: { request: {} } }] },
      "line 2.happenings[0].permission.request: needs options",
    ],
  ])("%s", async (_, changes, message) => {
    const recording = await recorded(ask("go"), echo);
    const [, line] = linesOf(recording);
    writeFileSync(join(recording, "prompts.jsonl"), `${header}\n${JSON.stringify({ ...line, ...changes })}\n`);
    expect(() => replayAgents(recording)).toThrow(message);
  });

  it("that is not there is said so", () => {
    const missing = place();
    expect(() => replayAgents(missing)).toThrow(`there is no recording in ${missing}`);
  });
});
