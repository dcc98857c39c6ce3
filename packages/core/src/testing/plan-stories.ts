import fc from "fast-check";
import type { PlanEvent } from "../plan/change.ts";
import { answeredCheckpoints, openCheckpoints } from "../plan/checkpoints.ts";
import type { Checkpoint, PlanDefinition, SkipReason } from "../plan/plan.ts";
import { type Plan, readySteps, stateOf } from "../plan/progress.ts";
import { type EdgeSketch, type NodeSketch, sketchLoop, sketchPlan } from "./plan-sketch.ts";
import { answering, failing, finishing, starting, walkTime } from "./plan-walk.ts";

/** What befalls a step when its turn comes; a gate has a label, or is asked about first and then has one. */
export type Fate =
  | { readonly type: "done" | "retried" | "interrupted" | "waived" | "cancelled" | "exit" }
  | { readonly type: "decided" | "asked"; readonly label: string };

/** A plan with what befalls each of its steps. */
export interface Story {
  readonly definition: PlanDefinition;
  /** The steps with each one after what it waits for, while the definition has them in any order. */
  readonly drawn: readonly string[];
  readonly fates: ReadonlyMap<string, Fate>;
}

type Ending = "done" | SkipReason;

/** The specification: a step is reached when it has no edge in or a live one; what is reached meets its fate. */
export function endingsOf({ definition: { nodes, edges }, drawn, fates }: Story): Record<string, Ending> {
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

/** Everything that may happen next in a story: an answer that was recorded is acted on, a question is answered. */
export function eventsNow(plan: Plan, story: Story): PlanEvent[] {
  const running = plan.definition.nodes.filter(({ id }) => stateOf(plan, id).status === "in_progress");
  return [
    ...readySteps(plan).map(starting),
    ...running.map(({ id }) => work(plan, story, id)),
    ...answeredCheckpoints(plan).flatMap(({ id, answer: given }) =>
      given === undefined ? [] : [{ type: "answer", checkpoint: id, answer: given, at: walkTime } as const],
    ),
    ...openCheckpoints(plan).map((checkpoint) => answer(story, checkpoint)),
  ];
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

/** How each step of a plan has ended. */
export function endingsIn(plan: Plan): Record<string, string> {
  return Object.fromEntries(
    plan.definition.nodes.map(({ id }) => [id, stateOf(plan, id).skipped ?? stateOf(plan, id).status]),
  );
}

/** The labels of every gate in a story. */
export const labels = ["yes", "no", "perhaps"] as const;
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
export const stories: fc.Arbitrary<Story> = fc.array(draft, { minLength: 1, maxLength: 9 }).chain((drafts) => {
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
/** Which of the things that may happen next does, turn by turn. */
export const picks = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 40 });
