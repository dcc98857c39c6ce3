import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EdgeSketch, type NodeSketch, sketchLoop, sketchPlan } from "../testing/plan-sketch.ts";
import { answering, failing, finishing, send, starting, walkTime } from "../testing/plan-walk.ts";
import { applyChanges } from "./apply.ts";
import type { Change, PlanEvent } from "./change.ts";
import { checkState } from "./check-state.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { createPlan, restorePlan, snapshotOf } from "./create-plan.ts";
import { isDone } from "./outcome.ts";
import type { Checkpoint, PlanDefinition, SkipReason } from "./plan.ts";
import { nodeOf, type Plan, readySteps, stateOf } from "./progress.ts";
import { transition } from "./transition.ts";

/** What befalls a step when its turn comes; a gate has a label, or is asked about first and then has one. */
type Fate =
  | { readonly type: "done" | "retried" | "interrupted" | "waived" | "cancelled" | "exit" }
  | { readonly type: "decided" | "asked"; readonly label: string };

interface Story {
  readonly definition: PlanDefinition;
  /** The steps with each one after what it waits for, while the definition has them in any order. */
  readonly drawn: readonly string[];
  readonly fates: ReadonlyMap<string, Fate>;
}

type Ending = "done" | SkipReason;

/** The specification: a step is reached when it has no edge in or a live one; what is reached meets its fate. */
function endingsOf({ definition: { nodes, edges }, drawn, fates }: Story): Record<string, Ending> {
  const endings: Record<string, Ending> = {};
  const live = new Set<number>();
  for (const id of drawn) {
    const index = nodes.findIndex((node) => node.id === id);
    const into = edges.filter(({ to }) => to === index);
    const isReached = into.length === 0 || into.some((edge) => live.has(edge.index));
    const sources = into.map(({ from }) => nodes[from]?.id ?? "");
    const fate = fates.get(id) ?? { type: "done" };
    const isLeft =
      nodes[index]?.type === "loop" && sources.some((from) => isSamePass(from, id) && hasEnded(endings, fates, from));
    if (!isReached) endings[id] = sources.some((from) => endings[from] === "cancelled") ? "cancelled" : "routed";
    else if (isLeft) endings[id] = "loop_exit";
    else endings[id] = fate.type === "waived" || fate.type === "cancelled" ? fate.type : "done";
    for (const edge of edges.filter(({ from }) => from === index))
      if (isTaken(endings[id], fate, edge.label)) live.add(edge.index);
  }
  return endings;
}

function isTaken(ending: Ending | undefined, fate: Fate, label: string | null): boolean {
  if (ending === "routed" || ending === "cancelled") return false;
  return "label" in fate && ending === "done" ? fate.label === label : true;
}

function isSamePass(one: string, other: string): boolean {
  return one.split("::")[0] === other.split("::")[0];
}

function hasEnded(endings: Record<string, Ending>, fates: Story["fates"], pass: string): boolean {
  return endings[pass] === "loop_exit" || (endings[pass] === "done" && fates.get(pass)?.type === "exit");
}

/** Plays a story, choosing by `picks` among all that may happen next; gives every change that was made. */
function play(plan: Plan, story: Story, picks: readonly number[], limit = Number.POSITIVE_INFINITY): Change[] {
  const changes: Change[] = [];
  for (let turn = 0; turn < limit; turn += 1) {
    const running = plan.definition.nodes.filter(({ id }) => stateOf(plan, id).status === "in_progress");
    const events = [
      ...readySteps(plan).map(starting),
      ...running.map(({ id }) => work(plan, story, id)),
      ...openCheckpoints(plan).map((checkpoint) => answer(story, checkpoint)),
    ];
    const event = events[(picks[turn % picks.length] ?? 0) % Math.max(1, events.length)];
    if (event === undefined) break;
    changes.push(...send(plan, event).changes);
  }
  return changes;
}

function work(plan: Plan, { fates }: Story, step: string): PlanEvent {
  const fate = fates.get(step) ?? { type: "done" };
  const { failures, attempt } = stateOf(plan, step);
  switch (fate.type) {
    case "decided":
      return finishing(plan, step, { label: ` ${fate.label.toUpperCase()} ` });
    case "asked":
      return finishing(plan, step, { label: "something else" });
    case "exit":
      return finishing(plan, step, { exitLoop: true });
    case "retried":
      return failures === 0 ? failing(plan, step) : finishing(plan, step);
    case "interrupted":
      return attempt === 1 ? { type: "interrupt", step, at: walkTime } : finishing(plan, step);
    case "waived":
    case "cancelled":
      return failing(plan, step, { retryable: false });
    case "done":
      return finishing(plan, step);
  }
}

function answer({ fates }: Story, { id, step, reason }: Checkpoint): PlanEvent {
  const fate = fates.get(step) ?? { type: "done" };
  if (reason === "manual")
    return answering(id, fate.type === "waived" || fate.type === "cancelled" ? "reject" : "approve");
  if (reason === "interrupted") return answering(id, "retry");
  if (reason === "exhausted") return answering(id, "continue");
  if ("label" in fate) return answering(id, fate.label);
  return answering(id, fate.type === "waived" ? "waive" : "cancel");
}

function endingsIn(plan: Plan): Record<string, string> {
  return Object.fromEntries(
    plan.definition.nodes.map(({ id }) => [id, stateOf(plan, id).skipped ?? stateOf(plan, id).status]),
  );
}

const labels = ["yes", "no", "perhaps"] as const;
const draft = fc.record({
  kind: fc.constantFrom("prompt", "manual", "pass", "gate", "gate", "loop"),
  fate: fc.constantFrom("done", "done", "retried", "interrupted", "waived", "cancelled", "exit"),
  idempotent: fc.boolean(),
  back: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  label: fc.constantFrom(...labels),
  passes: fc.integer({ min: 1, max: 3 }),
  isAsked: fc.boolean(),
});

/** Acyclic plans with gates, loops, people and mishaps; their nodes are numbered in an order of their own. */
const stories: fc.Arbitrary<Story> = fc.array(draft, { minLength: 1, maxLength: 9 }).chain((drafts) => {
  const nodes: Exclude<NodeSketch, string>[] = [];
  const edges: EdgeSketch[] = [];
  const fates = new Map<string, Fate>();
  const ends: { readonly first: string; readonly last: string; readonly isGate: boolean }[] = [];
  drafts.forEach(({ kind, fate, idempotent, back, label, passes, isAsked }, place) => {
    const id = `S${place}`;
    const loop = sketchLoop(id, passes, { onExhaust: isAsked ? "checkpoint" : "continue" });
    const made: readonly NodeSketch[] = kind === "loop" ? loop.nodes : [{ id, type: kind }];
    for (const node of made) if (typeof node !== "string") nodes.push({ ...node, idempotent, retries: 1 });
    if (kind === "loop") edges.push(...loop.edges);
    const first = kind === "loop" ? loop.first : id;
    const last = kind === "loop" ? loop.last : id;
    if (kind === "gate") {
      edges.push(...labels.map((each) => [id, null, each] as const));
      fates.set(id, { type: isAsked ? "asked" : "decided", label });
    } else if (kind === "loop") fates.set(first, { type: fate });
    else if (kind !== "pass" && fate !== "exit") fates.set(id, { type: fate });
    for (const distance of back) {
      const source = ends[place - distance];
      if (source?.isGate) edges.push([source.last, first, labels[(place + distance) % 2] ?? "yes"]);
      else if (source !== undefined) edges.push([source.last, first]);
    }
    ends.push({ first, last, isGate: kind === "gate" });
  });
  const drawn = nodes.map(({ id }) => id);
  return fc
    .shuffledSubarray(nodes, { minLength: nodes.length })
    .map((shuffled) => ({ definition: sketchPlan(shuffled, edges), drawn, fates }));
});
const picks = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 40 });

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
