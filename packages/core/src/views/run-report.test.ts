import { describe, expect, it } from "vitest";
import type { EventBody, EventData } from "../journal/events.ts";
import { recorded } from "../testing/recorded.ts";
import { permissionTally, runReport } from "./run-report.ts";

const tools = { allowed: ["bash"], denied: [] };
const started: EventBody = {
  type: "run.started",
  data: { file: "release.md", hash: "0f", trust: "trusted", permissions: "deny", params: {} },
};
const nodeStarted: EventBody = {
  type: "node.started",
  path: "0.1",
  data: { name: "release", implementation: "release/careful", tools },
};
const resumed: EventBody = { type: "run.resumed", data: { driver: "d", permissions: "deny" } };
const error = { code: "StepBlocked", message: "A: exit 2", path: "0.1" };
const failed: EventBody = { type: "run.finished", data: { status: "failed", output: { text: "" }, error } };
const done: EventBody = { type: "run.finished", data: { status: "done", output: { text: "42", json: 42 } } };

type Decision = EventData["permission.decided"]["decision"];

function decided(outcome: Decision["outcome"], allows: boolean): EventBody {
  const request = { options: [], session: "s", title: "rm", kind: "execute", tools: ["bash"], input: {}, verbatim: {} };
  return {
    type: "permission.decided",
    data: { request, decision: { outcome, allows, rule: "base" }, policy: "deny", tools },
  };
}

function replied(session: string, usage?: unknown): EventBody {
  const outcome = {
    result: "completed",
    flags: [],
    text: "ok",
    finalMessage: "ok",
    ...(usage === undefined ? {} : { usage }),
  } as const;
  return { type: "agent.replied", data: { session, outcome } };
}

describe("a run's report (DESIGN.md 10)", () => {
  it.each<[string, EventBody[]]>([
    ["no event at all", []],
    ["events from the middle", [resumed, done]],
  ])("is refused of %s", (_what, bodies) => {
    expect(() => runReport(recorded(bodies))).toThrow(RangeError);
  });

  it("of a run that has begun is running, with no output and the head of its journal", () => {
    expect(runReport(recorded([started, nodeStarted]))).toEqual({
      version: 1,
      run: "r1",
      status: "running",
      output: { text: "" },
      nodes: [
        {
          path: "0.1",
          name: "release",
          implementation: "release/careful",
          status: "running",
          attempts: [{ startedAt: "2026-05-04T03:02:02.000Z", status: "running" }],
          metadata: {},
          tools,
        },
      ],
      plans: [],
      checkpoints: [],
      background: [],
      permissions: { asked: 0, allowed: 0, denied: 0, cancelled: 0 },
      usage: [],
      audit: { records: 2, head: "hash-2" },
    });
  });

  it("of a run that is done has its output", () => {
    const report = runReport(
      recorded([
        started,
        nodeStarted,
        {
          type: "node.finished",
          path: "0.1",
          data: { name: "release", status: "success", durationMs: 900, text: "42" },
        },
        done,
      ]),
    );
    expect(report).toMatchObject({ status: "done", output: { text: "42", json: 42 } });
    expect(report.nodes[0]).toMatchObject({
      status: "success",
      attempts: [{ startedAt: "2026-05-04T03:02:02.000Z", durationMs: 900, status: "success" }],
    });
    expect(report).not.toHaveProperty("error");
  });

  it("of a run that failed has the error, at the node it was in", () => {
    const report = runReport(recorded([started, nodeStarted, failed]));
    expect(report).toMatchObject({ status: "failed", error });
    expect(report.nodes[0]).toMatchObject({
      status: "failed",
      attempts: [{ status: "failed", durationMs: 1_000, error: "A: exit 2" }],
    });
  });

  it("of a failed run that was resumed is running, without the old error, and counts the attempts", () => {
    const report = runReport(recorded([started, nodeStarted, failed, resumed, nodeStarted]));
    expect(report.status).toBe("running");
    expect(report).not.toHaveProperty("error");
    expect(report.nodes[0]).toMatchObject({
      status: "running",
      attempts: [{ status: "failed" }, { status: "running" }],
    });
  });

  it.each(["waiting", "interrupted"] as const)(
    "of a run that is %s has its open nodes pending: they go on with it",
    (status) => {
      const report = runReport(
        recorded([started, nodeStarted, { type: "run.finished", data: { status, output: { text: "" } } }]),
      );
      expect(report.nodes[0]).toMatchObject({ status: "pending", attempts: [{ status }] });
    },
  );

  it("lists the checkpoints of all its plans", () => {
    const bodies = ["p", "q"].flatMap((plan): EventBody[] => [
      {
        type: "plan.frozen",
        data: { plan, mode: "simple", hash: "", steps: [{ id: "M", label: "M", type: "manual" }], edges: 0 },
      },
      {
        type: "checkpoint.opened",
        data: {
          checkpoint: {
            id: `${plan}::M#1:manual`,
            plan,
            step: "M",
            attempt: 1,
            reason: "manual",
            message: "",
            choices: [],
            askedAt: "",
          },
        },
      },
    ]);
    expect(runReport(recorded([started, ...bodies])).checkpoints.map(({ id }) => id)).toEqual([
      "p::M#1:manual",
      "q::M#1:manual",
    ]);
  });

  it("tells what each session last said of its usage, and adds nothing up", () => {
    const report = runReport(
      recorded([started, replied("a-1", { total: 10 }), replied("b-1"), replied("a-1", { total: 30 })]),
    );
    expect(report.usage).toEqual([{ session: "a-1", usage: { total: 30 } }]);
  });
});

it("permissions are counted by what was answered, a refusal and a cancel apart", () => {
  const events = recorded([
    decided({ outcome: "selected", optionId: "yes" }, true),
    decided({ outcome: "selected", optionId: "no" }, false),
    decided({ outcome: "selected", optionId: "no" }, false),
    decided({ outcome: "cancelled" }, false),
  ]);
  expect(permissionTally(events)).toEqual({ asked: 4, allowed: 1, denied: 2, cancelled: 1 });
});
