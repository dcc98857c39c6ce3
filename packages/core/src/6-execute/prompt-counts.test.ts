import { expect, test } from "vitest";
import type { EventBody } from "../journal/events.ts";
import { recorded } from "../testing/recorded.ts";
import { completed } from "../testing/scripted-provider.ts";
import { promptCounts } from "./prompt-counts.ts";

const tools = { allowed: null, denied: [] };
const started: EventBody = { type: "node.started", path: "0", data: { name: "x", tools } };
const asked: EventBody = { type: "agent.prompted", path: "0", data: { session: "a-1", prompt: "p", hash: "h" } };
const replied: EventBody = { type: "agent.replied", path: "0", data: { session: "a-1", outcome: completed("r") } };
const cancelled: EventBody = {
  type: "agent.replied",
  path: "0",
  data: { session: "a-1", outcome: { ...completed(""), result: "cancelled" } },
};
const retried: EventBody = { type: "node.retried", path: "0", data: { name: "x", attempt: 1, error: "e", waitMs: 1 } };

const frozen: EventBody = {
  type: "plan.frozen",
  path: "1",
  data: { plan: "p", mode: "simple", hash: "", steps: [], edges: 0 },
};
const ref = { plan: "p", step: "A", attempt: 1 };
const stepStarted: EventBody = { type: "step.started", data: ref };
const stepAsked: EventBody = { ...asked, path: "1/A" };
const stepReplied: EventBody = { ...replied, path: "1/A" };
const failed: EventBody = { type: "step.pending", data: { ...ref, again: "retry" } };
const interrupted: EventBody = { type: "step.pending", data: { ...ref, again: "interrupted" } };

test.each<[string, string, number, EventBody[]]>([
  ["a prompt without an answer does not count", "0", 0, [started, asked]],
  ["one that was answered does", "0", 1, [started, asked, replied]],
  ["one that was cancelled does not", "0", 0, [started, asked, cancelled]],
  ["each answer counts", "0", 2, [started, asked, replied, asked, replied]],
  ["an attempt that failed counts", "0", 1, [started, asked, replied, retried, started]],
  ["an attempt that a crash ended does not, though it was answered", "0", 0, [started, asked, replied, started]],
  ["only the last attempt is taken back", "0", 1, [started, asked, replied, retried, started, asked, replied, started]],
  ["nor does that of a step", "1/A", 0, [frozen, stepStarted, stepAsked, stepReplied, interrupted]],
  ["a step that is tried again counts", "1/A", 1, [frozen, stepStarted, stepAsked, stepReplied, failed, stepStarted]],
  ["another place is another count", "0", 0, [frozen, stepStarted, stepAsked, stepReplied]],
])("%s", (_, path, expected, events) => {
  expect(promptCounts(recorded(events)).of(path, "h")).toBe(expected);
  expect(promptCounts(recorded(events)).of(path, "another")).toBe(0);
});
