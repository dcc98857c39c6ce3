import { describe, expect, test } from "vitest";
import { replyBody, stepResultOf } from "./step-result.ts";

describe("an agent's step is done only when its reply ends by saying so", () => {
  test.each([
    ["the last line says done", 'Looked.\n{"status":"done","summary":"fine"}', { status: "done", summary: "fine" }],
    ["it says failed", '{"status":"failed","summary":"no file"}', { status: "failed", summary: "no file" }],
    [
      "an output is kept as it is",
      '{"status":"done","summary":"","output":{"n":1}}',
      { status: "done", summary: "", output: { n: 1 } },
    ],
    ["blank lines may follow", '{"status":"done","summary":"x"}\n\n  \n', { status: "done", summary: "x" }],
    [
      "a code fence may stand around it",
      '```json\n{"status":"done","summary":"x"}\n```',
      { status: "done", summary: "x" },
    ],
    ["a missing summary is empty", '{"status":"done"}', { status: "done", summary: "" }],
    ["prose that says done does not count", "All done!", null],
    ["an earlier line does not count", '{"status":"done"}\nbut wait, I must check', null],
    ["another status does not count", '{"status":"ok"}', null],
    ["broken JSON does not count", '{"status":"done"', null],
    ["an empty reply does not count", "", null],
    ["JSON null does not count", "null", null],
    ["an array does not count", '["done"]', null],
  ])("%s", (_, reply, expected) => {
    expect(stepResultOf(reply)).toEqual(expected);
  });

  test.each([
    ['Found 3 faults.\n{"status":"done","summary":"x"}', "Found 3 faults."],
    ['Found.\n```json\n{"status":"done","summary":"{x}"}\n```', "Found."],
    ["No result line.", "No result line."],
  ])("the body of %j is the text before it", (reply, body) => {
    expect(replyBody(reply)).toBe(body);
  });
});
