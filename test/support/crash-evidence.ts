import { existsSync } from "node:fs";
import { type Event, type EventType, verifyChain } from "@agent-markup/core";
import { expect } from "vitest";
import type { Finished, TestProject } from "./project.ts";

const told: Readonly<Record<string, EventType>> = {
  started: "step.started",
  "done in": "step.done",
  skipped: "step.skipped",
  blocked: "step.blocked",
  "waiting for": "step.waiting",
  "to be tried": "step.pending",
  "was interrupted": "step.pending",
};
const progress = new RegExp(`^(\\S+)(?: [^:]*)?: (${Object.keys(told).join("|")})`);

/** What a process told before it ended is in the journal: no acknowledged event is lost (DESIGN.md 9). */
export function expectRecordedBeforeTold(events: readonly Event[], { stdout, stderr }: Finished): void {
  const recorded = countOf(
    events.flatMap((event) => ("step" in event.data ? [`${event.type} ${event.data.step}`] : [])),
  );
  const claimed = stderr.split("\n").flatMap((line) => {
    const [, step, word] = progress.exec(line) ?? [];
    return step === undefined || word === undefined ? [] : [`${told[word]} ${step}`];
  });
  for (const [claim, times] of countOf(claimed)) expect(recorded.get(claim) ?? 0, claim).toBeGreaterThanOrEqual(times);
  const [, run] = /^run (\S+)/.exec(stderr) ?? [];
  if (run !== undefined) expect(events[0]?.run).toBe(run);
  if (stdout !== "") expectResultRecorded(events, JSON.parse(stdout));
}

interface Printed {
  readonly audit?: { readonly head: string };
  readonly checkpoint?: string;
}

function expectResultRecorded(events: readonly Event[], { audit, checkpoint }: Printed): void {
  if (audit !== undefined) expect(verifyChain(events, audit.head)).toMatchObject({ ok: true });
  if (checkpoint === undefined) return;
  const answered = events.flatMap((event) => (event.type === "checkpoint.answered" ? [event.data.checkpoint] : []));
  expect(answered).toContain(checkpoint);
}

/**
 * Every completed element ran to its end once, and not again: its side file has one line for the attempt that was
 * recorded as done, none of a later one, and none more than when it was first seen as completed (`before`, kept up).
 */
export function expectNothingRepeated(
  events: readonly Event[],
  lines: readonly string[],
  before: Map<string, number>,
): void {
  const count = countOf(lines);
  for (const event of events) {
    if (event.type === "step.done" && !isWithoutCommand(event.data.step)) {
      const { step, attempt } = event.data;
      expect(count.get(`${step} ${attempt}`), `${step} ${attempt} in ${lines}`).toBe(1);
      expect(count.get(`${step} ${attempt + 1}`)).toBeUndefined();
    }
    if (event.type !== "step.done" && event.type !== "node.finished") continue;
    const key = event.type === "step.done" ? event.data.step : (event.path ?? "");
    const times = lines.filter((line) => line.startsWith(`${key} `)).length;
    expect(times, `${key} in ${lines}`).toBe(before.get(key) ?? times);
    before.set(key, times);
  }
}

/** The person's and the agent's. */
function isWithoutCommand(step: string): boolean {
  return step === "M" || step === "P";
}

/** Never an answer on the wire without its record (agents.md 3): told by what the agent was sent. */
export function expectRecordedBeforeAnswered(events: readonly Event[], project: TestProject): void {
  if (!existsSync(project.path("received.ndjson"))) return;
  const answers = project
    .read("received.ndjson")
    .split("\n")
    .flatMap((line) => chosenOption(line));
  const decided = events.flatMap((event) =>
    event.type === "permission.decided" && event.data.request.session !== event.run
      ? [event.data.decision.outcome]
      : [],
  );
  expect(answers.length).toBeLessThanOrEqual(decided.length);
  for (const option of answers) expect(decided).toContainEqual(expect.objectContaining({ optionId: option }));
}

/** The last line may be cut off by the crash. */
function chosenOption(line: string): string[] {
  if (!line.endsWith("}") || !line.includes('"outcome"')) return [];
  const { result }: { result?: { outcome?: { optionId?: string } } } = JSON.parse(line);
  return result?.outcome?.optionId === undefined ? [] : [result.outcome.optionId];
}

function countOf(values: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const value of values) count.set(value, (count.get(value) ?? 0) + 1);
  return count;
}
