import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Event, processesWithMarker } from "@agent-markup/core";
import { expect, vi } from "vitest";
import { expectNothingRepeated, expectRecordedBeforeAnswered, expectRecordedBeforeTold } from "./crash-evidence.ts";
import { journalOf } from "./crash-journal.ts";
import { repository, type TestProject, testProject } from "./project.ts";
import { runResult } from "./run-result.ts";

/** What becomes of `fixtures/crash/procedure.md`, by the rules: the last plan of a diagram counts. */
export const expectedEnd = {
  status: "done",
  nodes: ["2 success", "2.0 success", "2.1 success", "3 success", "4 success", "5.0 success"],
  steps: [
    ...["4 F done", "5.0 A done", "5.0 B done", "5.0 C done", "5.0 D done", "5.0 L::iter_1 done"],
    ...["5.0 L::iter_2 done", "5.0 M done", "5.0 P done", "5.0 R done", "5.0 X skipped", "5.0 Z done"],
  ],
  gates: ["5.0 D pass"],
  answers: ["M approve"],
  leftovers: [],
};

const fixtures = join(repository, "test/fixtures/crash");
const agent = join(repository, "packages/cli/dist/scripted-agent.js");

/** A project with the procedure, whose agent writes down every line that it is sent. */
export function crashProject(onFinished: (clean: () => void) => void): TestProject {
  const project = testProject({}, onFinished);
  for (const name of ["procedure.md", "script.json"]) copyFileSync(join(fixtures, name), project.path(name));
  const command = `tee -a received.ndjson | exec "${process.execPath}" "${agent}" --script script.json`;
  const agents = { reviewer: { profile: "scripted", command: ["sh", "-c", command] } };
  project.write("aml.config.json", JSON.stringify({ agents }));
  return project;
}

export interface Survival {
  /** Crash points that were met, in that order. */
  readonly killedAt: readonly string[];
  readonly end: unknown;
}

export interface SurvivalOptions {
  /** Where the next process is to be killed, given how many were; undefined for not at all. */
  readonly crashAt: (killed: number) => string | undefined;
  /** What a killed process leaves behind may end by itself before the next begins, so that all it did is seen. */
  readonly waits: boolean;
  readonly environment?: Record<string, string>;
}

/**
 * Runs the procedure to its end with as many processes as it takes, each to be killed at a crash point, if it meets it;
 * after each one, everything that must hold is looked at.
 */
export async function survive(project: TestProject, options: SurvivalOptions): Promise<Survival> {
  const { crashAt, waits, environment = {} } = options;
  const killedAt: string[] = [];
  const ranBefore = new Map<string, number>();
  let events = await journalOf(project);
  for (let command = nextCommand(events); command !== null; command = nextCommand(events)) {
    const point = crashAt(killedAt.length);
    const crash = point === undefined ? {} : { AML_CRASH_AT: point };
    const finished = await project.start({ ...environment, ...crash }, ...command).finished;
    if (finished.signal === "SIGKILL" && point !== undefined) killedAt.push(point);
    else expect([0, 3], `${point}: ${JSON.stringify(finished)}`).toContain(finished.status);
    events = await journalOf(project);
    if (waits) await untilNothingRuns(events);
    expectRecordedBeforeTold(events, finished);
    expectNothingRepeated(events, ran(project), ranBefore);
    expectRecordedBeforeAnswered(events, project);
  }
  return { killedAt, end: endOf(project, events) };
}

/** What a person would do next; null when the run is over. */
function nextCommand(events: readonly Event[]): readonly string[] | null {
  const [first] = events;
  if (first === undefined) {
    const flags = ["--trust", "trusted", "--permissions", "allow_once", "--max-parallel", "2", "--json"];
    return ["run", "procedure.md", ...flags];
  }
  if (isDone(events)) return null;
  const asked = events.some(({ type }) => type === "step.waiting");
  const answered = events.some((event) => event.type === "checkpoint.answered" && event.data.step === "M");
  const isAsleep = events.at(-1)?.type === "run.finished";
  return asked && isAsleep && !answered ? ["approve", first.run, "M", "--json"] : ["resume", first.run, "--json"];
}

function isDone(events: readonly Event[]): boolean {
  const last = events.at(-1);
  return last?.type === "run.finished" && last.data.status === "done";
}

/** One line of the side file for each time that an element ran. */
function ran(project: TestProject): readonly string[] {
  try {
    return readFileSync(project.path("ran.txt"), "utf8").trimEnd().split("\n");
  } catch {
    return [];
  }
}

async function untilNothingRuns(events: readonly Event[]): Promise<void> {
  const run = events[0]?.run;
  if (run === undefined) return;
  await vi.waitFor(() => expect(processesWithMarker(run)).toEqual([]), { timeout: 10_000, interval: 20 });
}

function endOf(project: TestProject, events: readonly Event[]): unknown {
  const run = events[0]?.run ?? "";
  const { status, nodes, plans, checkpoints } = runResult(project.aml("status", run, "--json"));
  const last = new Map(plans.map((plan) => [plan.path, plan]));
  const told = checkpoints.flatMap(({ step, answer }) => (step === "M" ? [`${step} ${answer?.choice}`] : []));
  return {
    status,
    nodes: nodes.map((node) => `${node.path} ${node.status}`).sort(),
    steps: [...last.values()]
      .flatMap((plan) => plan.nodes.map((step) => `${plan.path} ${step.id} ${step.status}`))
      .sort(),
    gates: [...last.values()].flatMap((plan) => plan.gates.map((gate) => `${plan.path} ${gate.id} ${gate.label}`)),
    answers: told,
    leftovers: processesWithMarker(run),
  };
}
