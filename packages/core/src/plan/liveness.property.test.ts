import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endingsIn, endingsOf, eventsNow, labels, picks, type Story, stories } from "../testing/plan-stories.ts";
import { answering, failing, finishing, send, starting, walkTime } from "../testing/plan-walk.ts";
import { applyChanges } from "./apply.ts";
import type { Change, PlanEvent } from "./change.ts";
import { checkState } from "./check-state.ts";
import { createPlan, restorePlan, snapshotOf } from "./create-plan.ts";
import { isDone } from "./outcome.ts";
import { nodeOf, type Plan, stateOf } from "./progress.ts";
import { transition } from "./transition.ts";

/** Plays a story, choosing by `picks` among all that may happen next; gives every change that was made. */
function play(plan: Plan, story: Story, picks: readonly number[], limit = Number.POSITIVE_INFINITY): Change[] {
  const changes: Change[] = [];
  for (let turn = 0; turn < limit; turn += 1) {
    const events = eventsNow(plan, story);
    const event = events[(picks[turn % picks.length] ?? 0) % Math.max(1, events.length)];
    if (event === undefined) break;
    changes.push(...send(plan, event).changes);
  }
  return changes;
}

describe("whatever the diagram, the gates, the mishaps and the answers", () => {
  it("any order of parallel completion ends as the specification says", () => {
    fc.assert(
      fc.property(stories, picks, (story, picks) => {
        const plan = createPlan(story.definition);
        play(plan, story, picks);
        expect(endingsIn(plan)).toEqual(endingsOf(story));
        expect(isDone(plan)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("each edge settles once, and a final step changes no more", () => {
    fc.assert(
      fc.property(stories, picks, (story, picks) => {
        const changes = play(createPlan(story.definition), story, picks);
        const edges = changes.flatMap((change) => (change.type === "edge" ? change.index : []));
        expect(edges.toSorted((a, b) => a - b)).toEqual(story.definition.edges.map(({ index }) => index));
        const finals = changes.flatMap((change) =>
          change.type === "step" && (change.to === "done" || change.to === "skipped") ? change.step : [],
        );
        expect(finals.toSorted()).toEqual(story.drawn.toSorted());
      }),
    );
  });

  it("the changes replayed onto a fresh plan give the same plan", () => {
    fc.assert(
      fc.property(stories, picks, (story, picks) => {
        const plan = createPlan(story.definition);
        const changes = play(plan, story, picks, picks.length);
        const replayed = createPlan(story.definition);
        applyChanges(replayed, changes);
        expect(replayed).toEqual(plan);
      }),
    );
  });

  it("a plan restored half-way is the same plan, and goes on the same way", () => {
    fc.assert(
      fc.property(stories, picks, (story, picks) => {
        const plan = createPlan(story.definition);
        play(plan, story, picks, picks.length);
        const { steps, edges, checkpoints } = snapshotOf(plan);
        const restored = restorePlan(story.definition, steps, edges, checkpoints);
        expect(restored).toEqual(plan);
        expect(play(restored, story, picks)).toEqual(play(plan, story, picks));
        expect(restored).toEqual(plan);
      }),
    );
  });

  const anyEvent = fc.record({
    type: fc.constantFrom("start", "start", "finish", "fail", "ask", "interrupt", "answer"),
    step: fc.nat(30),
    attempt: fc.constantFrom(0, 0, 0, -1, 1),
    label: fc.option(fc.constantFrom(...labels, "nonsense")),
    flag: fc.boolean(),
    choice: fc.constantFrom("approve", "reject", "retry", "waive", "cancel", "abort", "continue", ...labels),
  });

  it("no sequence of events, sensible or not, leads outside the rules", () => {
    fc.assert(
      fc.property(stories, fc.array(anyEvent, { maxLength: 80 }), ({ definition }, events) => {
        const plan = createPlan(definition);
        for (const { type, step: place, attempt: off, label, flag, choice } of events) {
          const step = definition.nodes[place % definition.nodes.length]?.id ?? "";
          const attempt = stateOf(plan, step).attempt + off;
          const known = [...plan.checkpoints.keys()];
          const decided = label === null ? {} : { label };
          const all: Record<typeof type, PlanEvent> = {
            start: starting(step),
            finish: finishing(plan, step, {
              attempt,
              exitLoop: flag && nodeOf(plan, step).type === "loop",
              ...decided,
            }),
            fail: failing(plan, step, { attempt, retryable: flag }),
            ask: { type: "ask", step, attempt, at: walkTime, durationMs: 0, message: "?" },
            interrupt: { type: "interrupt", step, at: walkTime },
            answer: answering(known[place % Math.max(1, known.length)] ?? "", choice),
          };
          const before = snapshotOf(plan);
          const result = transition(plan, all[type]);
          expect(snapshotOf(plan)).toEqual(before);
          if (result.ok) applyChanges(plan, result.changes);
          expect(() => checkState(plan)).not.toThrow();
        }
        const { steps, edges, checkpoints } = snapshotOf(plan);
        expect(restorePlan(definition, steps, edges, checkpoints)).toEqual(plan);
      }),
    );
  });
});
