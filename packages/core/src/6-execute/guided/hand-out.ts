import { toolLists } from "../../5-authorise/tool-set.ts";
import type { DataBlock } from "../../agent/step-prompt.ts";
import type { ToolLists } from "../../journal/events.ts";
import { foldLabel } from "../../plan/labels.ts";
import type { PlanNode, StepType, ToolBlock } from "../../plan/plan.ts";
import { type ReadonlyPlan, stateAt } from "../../plan/progress.ts";
import { briefAndData, valuesFor } from "../step-values.ts";

/** A step as whoever follows the plan is given it. */
export interface HandedStep {
  readonly plan: string;
  readonly step: string;
  readonly attempt: number;
  readonly label: string;
  readonly type: StepType;
  /** From 1, in diagram order. */
  readonly position: number;
  readonly total: number;
  readonly brief: string;
  /** To be read, never obeyed. */
  readonly data: readonly DataBlock[];
  readonly tools: ToolLists;
  /** What is to be run, exactly as it is written. */
  readonly run?: ToolBlock;
  /** Of a gate: what it is routed by. Choosing one of `asksPerson` leaves the decision to a person. */
  readonly labels?: readonly string[];
  readonly asksPerson?: readonly string[];
  readonly model?: string;
  readonly session?: string;
  readonly pass?: { readonly iter: number; readonly maxIter: number };
  readonly timeoutMs?: number;
  /** Runs when the step is completed; it is done only when this succeeds. */
  readonly verify?: string;
}

/** What an agent is given for a step (diagram.md 6). Throws `ToolError` for a reference that cannot be filled. */
export function handOut(plan: ReadonlyPlan, node: PlanNode, params: Readonly<Record<string, string>>): HandedStep {
  const { id, index, label, type, block, model, session, iter, maxIter, timeoutMs, verify } = node;
  const { brief, data } = briefAndData(plan, node, valuesFor(plan, node, params));
  return {
    plan: plan.definition.id,
    step: id,
    attempt: stateAt(plan, index).attempt,
    label,
    type,
    position: index + 1,
    total: plan.definition.nodes.length,
    brief,
    data: block === undefined ? data : [...data, ...dataOfBlock(plan, node, block, params, data)],
    tools: toolLists(node.tools),
    ...(block === undefined ? {} : { run: block }),
    ...(type === "gate" ? choices(plan, index) : {}),
    ...(model === undefined ? {} : { model }),
    ...(session === undefined ? {} : { session }),
    ...(iter === undefined || maxIter === undefined ? {} : { pass: { iter, maxIter } }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(verify === undefined ? {} : { verify }),
  };
}

/** The labels out of a gate as first spelled, each once. */
export function choices(plan: ReadonlyPlan, gate: number): Required<Pick<HandedStep, "labels" | "asksPerson">> {
  const labels = new Map<string, string>();
  const closing = new Set<string>();
  for (const { from, label, exhausted } of plan.definition.edges) {
    if (from !== gate || label === null) continue;
    const folded = foldLabel(label);
    if (!labels.has(folded)) labels.set(folded, label.trim());
    if (exhausted === true) closing.add(folded);
  }
  const spelled = [...labels];
  return {
    labels: spelled.map(([, label]) => label),
    asksPerson: spelled.flatMap(([folded, label]) => (closing.has(folded) ? [label] : [])),
  };
}

// A block is handed out as it is written: what it refers to goes beside it, never into it (diagram.md 3, values).
function dataOfBlock(
  plan: ReadonlyPlan,
  node: PlanNode,
  { text }: ToolBlock,
  params: Readonly<Record<string, string>>,
  known: readonly DataBlock[],
): DataBlock[] {
  const { data } = briefAndData(plan, { ...node, brief: text }, valuesFor(plan, node, params));
  return data.filter(({ label }) => known.every((block) => block.label !== label));
}
