import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replayPlan } from "../../journal/replay.ts";
import type { PlanEvent } from "../../plan/change.ts";
import { openCheckpoints } from "../../plan/checkpoints.ts";
import { restorePlan, snapshotOf } from "../../plan/create-plan.ts";
import { nodeOf, type Plan, readySteps } from "../../plan/progress.ts";
import type { Store } from "../../store/store.ts";
import { sketchLoop, sketchPlan } from "../plan-sketch.ts";
import { answering, failing, finishing, starting } from "../plan-walk.ts";
import { type DrivenPlan, drivePlanIn, ended, newRun, startRun } from "../store-walk.ts";
import { expectRefusal } from "./refusals.ts";

const loop = sketchLoop("loop", 3, { onExhaust: "checkpoint" });

/** A gate, a join after it, an edge to nowhere, a loop, a manual step, a pass, a retry, and a step not to be repeated. */
const definition = sketchPlan(
  [
    "a",
    { id: "gate", type: "gate", retries: 1 },
    { id: "once", idempotent: false, tools: { allowed: new Set(["view", "bash"]), denied: new Set(["web_fetch"]) } },
    ...loop.nodes,
    { id: "ask", type: "manual", brief: "Look at it" },
    { id: "join", type: "pass" },
    "end",
  ],
  [
    ["a", "gate"],
    ["gate", "once", "Yes"],
    ["gate", loop.first, "no"],
    ["gate", "join", "NO "],
    ["gate", null, "stop"],
    ...loop.edges,
    ["once", "ask"],
    [loop.last, "join"],
    ["ask", "join"],
    ["join", "end"],
    ["a", "end"],
  ],
);

/** A plan is frozen whole, moves on by settlements, and is the same after every one of them. */
export function plansConform(opened: () => Store): void {
  describe("keeps plans", () => {
    it("freezes a plan with every step pending and every edge open, and records what it froze", () => {
      const event = opened().freeze(startRun(opened(), "r1"), "0.2", definition);
      expect(event).toMatchObject({ seq: 2, type: "plan.frozen", path: "0.2", data: { plan: "plan", edges: 12 } });
      expect(opened().loadPlan("plan")).toEqual({
        run: "r1",
        path: "0.2",
        definition,
        steps: definition.nodes.map(() => ({ status: "pending", attempt: 0, failures: 0 })),
        edges: definition.edges.map(() => "open"),
        checkpoints: [],
      });
      expect(opened().plansOf("r1")).toEqual(["plan"]);
    });

    it("refuses a second plan of the same id, of the same run or of another, and keeps the first", () => {
      const lease = startRun(opened(), "r1");
      opened().freeze(lease, "0", definition);
      expectRefusal("exists", () => opened().freeze(lease, "1", sketchPlan(["x"], [])));
      expectRefusal("exists", () => opened().freeze(startRun(opened(), "r2"), "1", sketchPlan(["x"], [])));
      expect(opened().loadPlan("plan")?.path).toBe("0");
      expect(opened().events("r1")).toHaveLength(2);
    });

    it("refuses a definition that no compiler makes, and keeps nothing of it", () => {
      const lease = startRun(opened(), "r1");
      const gate = sketchPlan([{ id: "g", type: "gate" }, "a"], [["g", "a", "only"]]);
      expectRefusal("refused", () => opened().freeze(lease, "0", gate));
      expect(opened().loadPlan("plan")).toBeNull();
      expect(opened().events("r1")).toHaveLength(1);
    });

    it("knows no plan that was not frozen", () => {
      const lease = startRun(opened(), "r1");
      opened().freeze(startRun(opened(), "r2"), "0", definition);
      expect(opened().loadPlan("other")).toBeNull();
      expectRefusal("unknown", () => opened().commit(lease, "other", []));
      expectRefusal("unknown", () => opened().commit(lease, "plan", []));
    });

    it("keeps a plan whose ids look like patterns apart from those the patterns match", () => {
      const lease = startRun(opened(), "r1");
      const plans = ["a_b", "aXb", "A_B", "a%"].map((id) =>
        drivePlanIn(opened(), lease, sketchPlan(["n_1", "nx1"], [["n_1", "nx1"]], id)),
      );
      plans[0]?.commit(starting("n_1"));
      const first = ["a_b", "aXb", "A_B", "a%"].map((id) => opened().loadPlan(id)?.steps[0]?.status);
      expect(first).toEqual(["in_progress", "pending", "pending", "pending"]);
    });

    it("finds plans of any run by how their ids begin, letter for letter", () => {
      const [one, two] = [startRun(opened(), "r1"), startRun(opened(), "r2")];
      for (const id of ["a_b--2", "a_b", "aXb--2", "A_b--2", "a_b-2"])
        opened().freeze(one, "0", sketchPlan(["n"], [], id));
      opened().freeze(two, "0", sketchPlan(["n"], [], "a_b--10"));
      expect(opened().plansBeginning("a_b--").toSorted()).toEqual(["a_b--10", "a_b--2"]);
      expect(opened().plansBeginning("a_b---")).toEqual([]);
    });

    it("is, after every settlement of any walk, what the driver holds and what the journal tells", () => {
      let walks = 0;
      const walk = fc.array(fc.nat(), { minLength: 5, maxLength: 40 });
      fc.assert(
        fc.property(walk, (choices) => {
          walks += 1;
          const run = `walk-${walks}`;
          const lease = startRun(opened(), run);
          const driven = drivePlanIn(opened(), lease, { ...definition, id: run });
          for (const choice of choices) {
            if (!moveOn(opened(), run, driven, choice)) break;
            expectSame(opened(), run, driven.plan);
          }
          opened().verify(run);
          opened().finish(lease, "interrupted", newRun(run).startedAt, ended("interrupted"));
        }),
        { numRuns: 25, seed: 20260504 },
      );
    });
  });
}

/** Makes one of the moves that are possible now; false when there is none. */
function moveOn(store: Store, run: string, { plan, commit }: DrivenPlan, choice: number): boolean {
  const moves = movesOf(plan);
  const move = moves[choice % moves.length];
  if (move === undefined) return false;
  if (move.type === "answer") store.answer(run, move.checkpoint, move.answer);
  commit(move);
  return true;
}

function movesOf(plan: Plan): PlanEvent[] {
  const running = plan.definition.nodes.filter(({ index }) => plan.steps[index]?.status === "in_progress");
  return [
    ...readySteps(plan).map(starting),
    ...running.flatMap(({ id }) => endings(plan, id)),
    ...openCheckpoints(plan).flatMap(({ id, choices }) =>
      choices.filter((offered) => offered.id !== "abort").map((offered) => answering(id, offered.id)),
    ),
  ];
}

function endings(plan: Plan, step: string): PlanEvent[] {
  const { type } = nodeOf(plan, step);
  const labels = type === "gate" ? ["yes", "no", "stop", "maybe"] : [];
  const exit = type === "loop" ? [finishing(plan, step, { exitLoop: true })] : [];
  const done = type === "gate" ? labels.map((label) => finishing(plan, step, { label })) : [finishing(plan, step)];
  return [...done, ...exit, failing(plan, step), { type: "interrupt", step, at: "2026-05-04T03:02:09.000Z" }];
}

function expectSame(store: Store, id: string, plan: Plan): void {
  const stored = store.loadPlan(id);
  if (stored === null) throw new Error(`plan ${id} is gone`);
  const { run, path, definition: frozen, ...snapshot } = stored;
  expect(snapshot).toEqual(snapshotOf(plan));
  const { steps, edges, checkpoints } = replayPlan(frozen, store.events(run));
  expect({ steps, edges, checkpoints: [...checkpoints.values()] }).toEqual(snapshot);
  expect(store.checkpointsOf(id)).toEqual(snapshot.checkpoints);
  expect(store.openCheckpoints(run)).toEqual(openCheckpoints(plan).sort(inOrderOf(snapshot.checkpoints)));
  // Throws when the states contradict diagram.md 5.
  restorePlan(frozen, steps, edges, [...checkpoints.values()]);
}

function inOrderOf(all: readonly { readonly id: string }[]): (a: { id: string }, b: { id: string }) => number {
  const places = new Map(all.map(({ id }, index) => [id, index]));
  return (a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1);
}
