import { existsSync } from "node:fs";
import { type Event, processesWithMarker } from "@agent-markup/core";
import { describe, expect, test, vi } from "vitest";
import { journalOf } from "./support/crash-journal.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

type OnFinished = (clean: () => void) => void;

/** One is allowed, one is refused and one is cancelled, so that an answer cannot pass for another's. */
const asked = [
  { permission: { id: "a", title: "echo a", kind: "execute", tool: "bash" } },
  { permission: { id: "b", title: "switch to auto", kind: "switch_mode" } },
  { permission: { id: "c", title: "echo c", kind: "execute", tool: "bash", session: "a child" } },
];
const outcomes = [
  { outcome: "selected", optionId: "allow-once" },
  { outcome: "selected", optionId: "reject-once" },
  { outcome: "cancelled" },
];

/** A run of one prompt, of whose answers the agent itself keeps a log. */
function askingProject(onFinished: OnFinished, steps: readonly object[] = asked): TestProject {
  const script = { agent: { log: "received.ndjson" }, turns: [{ steps: [...steps, { message: "done" }] }] };
  const agents = { worker: { profile: "scripted", script: "script.json" } };
  return testProject(
    {
      "a.md": '<agent name="worker">Work.</agent>\n',
      "script.json": JSON.stringify(script),
      "aml.config.json": JSON.stringify({ agents }),
    },
    onFinished,
  );
}

const command = ["run", "a.md", "--trust", "trusted", "--permissions", "allow_once", "--json"];

async function killedAt(project: TestProject, point: string) {
  const finished = await project.start({ AML_CRASH_AT: point }, ...command).finished;
  const events = await journalOf(project);
  const [first] = events;
  // The agent ends with its input, once it has read what was still on its way to it.
  if (first !== undefined)
    await vi.waitFor(() => expect(processesWithMarker(first.run)).toEqual([]), { timeout: 10_000 });
  return { wasKilled: finished.signal === "SIGKILL", run: first?.run ?? "", events };
}

/** Outcomes that the agent was answered, in the order in which they reached it. */
function answersOf(project: TestProject): unknown[] {
  if (!existsSync(project.path("received.ndjson"))) return [];
  const lines = project.read("received.ndjson").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line).result?.outcome).filter((outcome) => outcome !== undefined);
}

function decisionsOf(events: readonly Event[]): unknown[] {
  return events.flatMap((event) => (event.type === "permission.decided" ? [event.data.decision.outcome] : []));
}

function expectVerified(project: TestProject, run: string): void {
  const { status, stdout } = project.aml("audit", "verify", run, "--json");
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, ok: true });
}

describe.concurrent("a run killed between a request, its record and its answer", { timeout: 120_000 }, () => {
  test.for(
    [1, 2, 3].flatMap((nth) => [
      { point: `permission-decided:${nth}`, recorded: nth - 1, answered: nth - 1 },
      { point: `permission-recorded:${nth}`, recorded: nth, answered: nth - 1 },
      { point: `permission-answered:${nth}`, recorded: nth, answered: nth },
    ]),
  )(
    "at $point: $recorded are on record, $answered on the wire, and the chain holds",
    async (expected, { onTestFinished }) => {
      const { point, recorded, answered } = expected;
      const project = askingProject(onTestFinished);
      const { wasKilled, run, events } = await killedAt(project, point);
      expect(wasKilled).toBe(true);
      expect(decisionsOf(events)).toEqual(outcomes.slice(0, recorded));
      expect(answersOf(project)).toEqual(outcomes.slice(0, answered));
      expectVerified(project, run);
    },
  );

  test.for(
    [3, 4, 5, 6, 7, 8].flatMap((nth) => ["begun", "written", "committed"].map((place) => `append-${place}:${nth}`)),
  )(
    "at %s: no answer is on the wire without its record, before and after it is resumed",
    async (point, { onTestFinished }) => {
      const project = askingProject(onTestFinished);
      const { wasKilled, run, events } = await killedAt(project, point);
      expect(wasKilled).toBe(true);
      const answers = answersOf(project);
      expect(answers).toEqual(decisionsOf(events).slice(0, answers.length));
      expectVerified(project, run);

      const { audit } = runResult(project.aml("resume", run, "--json"));
      const whole = await journalOf(project);
      // What the killed process had answered, then what the one that took over was asked anew.
      expect(answersOf(project)).toEqual([...answers, ...outcomes]);
      expect(decisionsOf(whole).slice(-3)).toEqual(outcomes);
      expect(project.aml("audit", "verify", run, "--head", audit.head ?? "").status).toBe(0);
    },
  );
});

describe.concurrent("a run killed while it cancels a request that a person was asked about", {
  timeout: 120_000,
}, () => {
  test.for([
    { point: "permission-decided", recorded: 0, answered: 0 },
    { point: "permission-recorded", recorded: 1, answered: 0 },
    { point: "permission-answered", recorded: 1, answered: 1 },
  ])(
    "at $point: $recorded is on record, $answered on the wire",
    async ({ point, recorded, answered }, { onTestFinished }) => {
      const project = askingProject(onTestFinished, asked.slice(0, 1));
      const flags = ["--trust", "trusted", "--permissions", "ask", "--approval-time", "10m", "--json"];
      const started = project.start({ AML_CRASH_AT: point }, "run", "a.md", ...flags);
      await vi.waitFor(async () => expect((await journalOf(project)).at(-1)?.type).toBe("approval.asked"), {
        timeout: 30_000,
      });
      started.child.kill("SIGINT");
      expect((await started.finished).signal).toBe("SIGKILL");
      const events = await journalOf(project);
      const run = events[0]?.run ?? "";
      await vi.waitFor(() => expect(processesWithMarker(run)).toEqual([]), { timeout: 10_000 });
      const cancelled = [{ outcome: "cancelled" }];
      expect(decisionsOf(events)).toEqual(cancelled.slice(0, recorded));
      expect(answersOf(project)).toEqual(cancelled.slice(0, answered));
      expectVerified(project, run);
    },
  );
});
