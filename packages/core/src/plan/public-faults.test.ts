import { describe, expect, it } from "vitest";
import { sketchLoop, sketchPlan } from "../testing/plan-sketch.ts";
import {
  answering,
  failing,
  finishing,
  refusalOf,
  runThrough,
  send,
  starting,
  statusesOf,
  walkTime,
} from "../testing/plan-walk.ts";
import { answeredCheckpoints } from "./checkpoints.ts";
import { createPlan, restorePlan, snapshotOf } from "./create-plan.ts";
import { isDone, outcomeOf } from "./outcome.ts";
import type { PlanDefinition } from "./plan.ts";
import { type Plan, readySteps, stateOf } from "./progress.ts";

/** As after a crash or a reboot: all that is left is what the store kept. */
function restarted(plan: Plan): Plan {
  const { steps, edges, checkpoints } = snapshotOf(plan);
  return restorePlan(plan.definition, steps, edges, checkpoints);
}

const diamond = sketchPlan(
  [{ id: "G", type: "gate" }, "B", "C", "J"],
  [
    ["G", "B", "yes"],
    ["G", "C", "no"],
    ["B", "J"],
    ["C", "J"],
  ],
);

const chain = (length: number): PlanDefinition => {
  const ids = Array.from({ length }, (_, index) => `S${index}`);
  return sketchPlan(
    ids,
    ids.slice(1).map((id, index) => [`S${index}`, id] as const),
  );
};

describe("faults of other engines, held against this one (diagram.md 7)", () => {
  it("a join whose other parent was skipped still runs (langgraphjs 2666)", () => {
    expect(runThrough(createPlan(diamond), { G: "no" })).toEqual(["G", "C", "J"]);
  });

  it("a step fed by branches of uneven length runs once, after the longer one (langgraph 5979)", () => {
    const plan = createPlan(
      sketchPlan(
        ["A", "J", "B", "C"],
        [
          ["A", "J"],
          ["A", "B"],
          ["B", "C"],
          ["C", "J"],
        ],
      ),
    );
    expect(runThrough(plan)).toEqual(["A", "B", "C", "J"]);
    expect(stateOf(plan, "J").attempt).toBe(1);
  });

  it("a step behind a gate waits for its other predecessor too (langgraph 3249)", () => {
    const plan = createPlan(
      sketchPlan(
        [{ id: "G", type: "gate" }, "X", "B", "J"],
        [
          ["G", "J", "yes"],
          ["G", "B", "no"],
          ["X", "J"],
        ],
      ),
    );
    send(plan, starting("G"));
    send(plan, finishing(plan, "G", { label: "yes" }));
    expect(readySteps(plan)).toEqual(["X"]);
    expect(refusalOf(plan, starting("J")).message).toBe('step "J" cannot start: it waits for "X". Ready now: "X"');
  });

  it("a join of gated branches is not skipped along with the branch not taken (airflow 7885)", () => {
    const plan = createPlan(diamond);
    send(plan, starting("G"));
    send(plan, finishing(plan, "G", { label: "yes" }));
    expect(statusesOf(plan)).toEqual({ G: "done", B: "pending", C: "skipped", J: "pending" });
  });

  it("converging paths of two gates do not deadlock (Flowise 5501)", () => {
    const plan = createPlan(
      sketchPlan(
        [{ id: "G", type: "gate" }, { id: "H", type: "gate" }, "B", "J"],
        [
          ["G", "H", "yes"],
          ["G", "J", "no"],
          ["H", "B", "yes"],
          ["H", "J", "no"],
          ["B", "J"],
        ],
      ),
    );
    expect(runThrough(plan, { G: "yes", H: "no" })).toEqual(["G", "H", "J"]);
    expect(isDone(plan)).toBe(true);
  });

  it("a run that was killed does not look running for ever (mastra 5549)", () => {
    const before = createPlan(sketchPlan([{ id: "A", idempotent: false }], []));
    send(before, starting("A"));
    const plan = restarted(before);
    send(plan, { type: "interrupt", step: "A", at: walkTime });
    expect(outcomeOf(plan).status).toBe("waiting");
  });

  it("a resumed run does not start from its first step (mastra 4630)", () => {
    const before = createPlan(chain(4));
    for (const step of ["S0", "S1"]) {
      send(before, starting(step));
      send(before, finishing(before, step));
    }
    expect(runThrough(restarted(before))).toEqual(["S2", "S3"]);
  });

  it("a resumed run does not pass over the step that failed, nor report success (agent-framework 3758)", () => {
    const before = createPlan(chain(3));
    send(before, starting("S0"));
    send(before, failing(before, "S0"));
    const plan = restarted(before);
    expect(runThrough(plan)).toEqual([]);
    expect(outcomeOf(plan)).toMatchObject({
      status: "failed",
      obstacles: [{ step: "S0" }, { step: "S1" }, { step: "S2" }],
    });
    send(plan, answering("plan::S0#1:blocked", "retry"));
    expect(runThrough(plan)).toEqual(["S0", "S1", "S2"]);
  });

  it("a resumed loop goes on with the pass it had come to (agent-framework 5009)", () => {
    const loop = sketchLoop("L", 3, { onExhaust: "checkpoint" });
    const before = createPlan(sketchPlan(loop.nodes, loop.edges));
    send(before, starting("L::iter_1"));
    send(before, finishing(before, "L::iter_1"));
    send(before, starting("L::iter_2"));
    const plan = restarted(before);
    send(plan, { type: "interrupt", step: "L::iter_2", at: walkTime });
    expect(runThrough(plan)).toEqual(["L::iter_2", "L::iter_3"]);
    expect(outcomeOf(plan)).toMatchObject({ status: "waiting", checkpoints: [{ reason: "exhausted" }] });
  });

  it("one approval approves one pass, not every pass (mastra 18961)", () => {
    const pass = (iter: number) => ({ id: `M::iter_${iter}`, type: "manual", origin: "M", iter, maxIter: 2 }) as const;
    const plan = createPlan(sketchPlan([pass(1), pass(2)], [["M::iter_1", "M::iter_2"]]));
    send(plan, starting("M::iter_1"));
    send(plan, answering("plan::M::iter_1#1:manual", "approve"));
    send(plan, starting("M::iter_2"));
    expect(statusesOf(plan)).toEqual({ "M::iter_1": "done", "M::iter_2": "waiting" });
  });

  it("a stale approval is not applied to a later step (kibana 276917)", () => {
    const plan = createPlan(
      sketchPlan(
        [
          { id: "M", type: "manual" },
          { id: "N", type: "manual" },
        ],
        [["M", "N"]],
      ),
    );
    send(plan, starting("M"));
    send(plan, answering("plan::M#1:manual", "approve"));
    send(plan, starting("N"));
    expect(refusalOf(plan, answering("plan::M#1:manual", "approve")).rule).toBe("already-answered");
    expect(stateOf(plan, "N").status).toBe("waiting");
  });

  it("a double click approves once (activepieces 3871)", () => {
    const plan = createPlan(sketchPlan([{ id: "M", type: "manual" }, "B"], [["M", "B"]]));
    send(plan, starting("M"));
    send(plan, answering("plan::M#1:manual", "approve"));
    const before = snapshotOf(plan);
    expect(refusalOf(plan, answering("plan::M#1:manual", "approve")).rule).toBe("already-answered");
    expect(snapshotOf(plan)).toEqual(before);
  });

  it("approving touches nothing upstream (opencompany 438)", () => {
    const plan = createPlan(
      sketchPlan(
        ["A", { id: "M", type: "manual" }, "B"],
        [
          ["A", "M"],
          ["M", "B"],
        ],
      ),
    );
    runThrough(plan);
    const { changes } = send(plan, answering("plan::M#1:manual", "approve"));
    expect(changes).toMatchObject([{ type: "answer" }, { type: "step", step: "M" }, { type: "edge", index: 1 }]);
    expect(runThrough(plan)).toEqual(["B"]);
  });

  it("whoever lost a step cannot finish it, and a step in progress is not started twice (bullmq 439)", () => {
    const plan = createPlan(chain(1));
    send(plan, starting("S0"));
    expect(refusalOf(plan, starting("S0")).message).toBe(
      'step "S0" cannot start: attempt 1 is in progress. No step is ready',
    );
    send(plan, { type: "interrupt", step: "S0", at: walkTime });
    send(plan, starting("S0"));
    expect(refusalOf(plan, finishing(plan, "S0", { attempt: 1 })).message).toBe(
      'step "S0" is at attempt 2; attempt 1 changes nothing',
    );
  });

  it("a step that a killed worker had started runs again (pgflow 586)", () => {
    const before = createPlan(chain(2));
    send(before, starting("S0"));
    const plan = restarted(before);
    expect(readySteps(plan)).toEqual([]);
    send(plan, { type: "interrupt", step: "S0", at: walkTime });
    expect(runThrough(plan)).toEqual(["S0", "S1"]);
    expect(stateOf(plan, "S0").attempt).toBe(2);
  });

  it("a chain of any length runs to its end (langgraph 35)", () => {
    const plan = createPlan(chain(2_000));
    expect(runThrough(plan)).toHaveLength(2_000);
    expect(isDone(plan)).toBe(true);
  });

  it("an answer that came before anyone waited for it is not lost (inngest 1433)", () => {
    const before = createPlan(sketchPlan([{ id: "M", type: "manual" }], []));
    send(before, starting("M"));
    const { steps, edges, checkpoints } = snapshotOf(before);
    const answer = { choice: "approve", actor: "ada", at: walkTime };
    const plan = restorePlan(
      before.definition,
      steps,
      edges,
      checkpoints.map((each) => ({ ...each, answer })),
    );
    for (const { id, answer } of answeredCheckpoints(plan))
      if (answer !== undefined) send(plan, { type: "answer", checkpoint: id, answer, at: walkTime });
    expect(isDone(plan)).toBe(true);
  });
});

describe("what the reference was evaluated by (diagram.md 7)", () => {
  it('"just mark D done" is refused, with what is allowed instead', () => {
    const plan = createPlan(
      sketchPlan(
        ["A", "B", "D"],
        [
          ["A", "B"],
          ["B", "D"],
        ],
      ),
    );
    expect(refusalOf(plan, finishing(plan, "D", { attempt: 1 }))).toEqual({
      ok: false,
      rule: "not-in-progress",
      message: 'step "D" is not in progress: it waits for "B". Ready now: "A"',
    });
  });

  it("a risky step fails: it is blocked, what follows stays pending, and a person is asked", () => {
    const plan = createPlan(chain(3));
    send(plan, starting("S0"));
    send(plan, finishing(plan, "S0"));
    send(plan, starting("S1"));
    const { effects } = send(plan, failing(plan, "S1"));
    expect(statusesOf(plan)).toEqual({ S0: "done", S1: "blocked", S2: "pending" });
    expect(effects).toMatchObject([{ type: "ask", checkpoint: { id: "plan::S1#1:blocked" } }]);
  });
});

it("a dead branch of 100,000 steps and 300,000 edges is skipped in one transition", () => {
  const length = 100_000;
  const ids = Array.from({ length }, (_, index) => `S${index}`);
  const edges = ids.flatMap((id, index) =>
    [1, 2, 3].filter((back) => index >= back).map((back) => [`S${index - back}`, id] as const),
  );
  const plan = createPlan(
    sketchPlan([{ id: "G", type: "gate" }, ...ids, "Z"], [["G", "S0", "on"], ["G", "Z", "off"], ...edges]),
  );
  send(plan, starting("G"));
  const { changes } = send(plan, finishing(plan, "G", { label: "off" }));
  expect(changes).toHaveLength(1 + 2 + length + edges.length);
  expect(plan.counts.skipped).toBe(length);
  expect(readySteps(plan)).toEqual(["Z"]);
});
