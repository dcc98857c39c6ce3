import { edgesOf, graphOf, itemAt, type PlanGraph } from "../plan/graph.ts";
import type { PlanDefinition, PlanEdge } from "../plan/plan.ts";
import { stepsBelow } from "./steps-below.ts";

/** A line of a plan that is written as a tree; `rails` are the lines drawn before it. */
export type TreeRow =
  /** `after`: the edges into the step, where the rows above do not show them. */
  | { readonly kind: "step"; readonly rails: string; readonly step: number; readonly after: readonly PlanEdge[] }
  /** `leadsOn`: its step follows, indented; else it leads to a step that stands elsewhere, or to none. */
  | { readonly kind: "edge"; readonly rails: string; readonly edge: PlanEdge; readonly leadsOn: boolean };

interface StepTask {
  readonly step: number;
  readonly isHeaded: boolean;
  /** Before the step itself, and before what follows it. */
  readonly rails: string;
  readonly railsAfter: string;
  readonly depth: number;
}

type Task = StepTask | Extract<TreeRow, { kind: "edge" }>;

/** Branches within branches that are indented; deeper ones are written one below the other. */
const deepest = 10;

/**
 * A plan as a tree for a terminal: each step stands below the last step that all paths to it pass. Branches are indented,
 * and where they meet again the tree goes on at the level where they parted, so that a chain is a list.
 */
export function planTree(definition: PlanDefinition): readonly TreeRow[] {
  const graph = graphOf(definition);
  const { starts, below } = stepsBelow(definition, graph);
  const rows: TreeRow[] = [];
  const tasks: Task[] = starts
    .map((step) => ({ step, isHeaded: false, rails: "", railsAfter: "", depth: 0 }))
    .reverse();
  let last: number | null = null;
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ("kind" in task) {
      rows.push(task);
      continue;
    }
    const into = edgesAt(definition, graph.into, task.step);
    const isShown = task.isHeaded || (into.length === 1 && into[0]?.from === last);
    rows.push({ kind: "step", rails: task.rails, step: task.step, after: isShown ? [] : into });
    last = task.step;
    const following = followers(definition, graph, task, itemAt(below, task.step));
    for (let index = following.length - 1; index >= 0; index -= 1) tasks.push(itemAt(following, index));
  }
  return rows;
}

/** What is written below a step: its branches or its edges, then what comes where they meet. */
function followers(
  definition: PlanDefinition,
  graph: PlanGraph,
  { step, railsAfter, depth }: StepTask,
  below: readonly number[],
): readonly Task[] {
  const out = edgesAt(definition, graph.out, step);
  const own = new Set(
    below.filter((child) => edgesAt(definition, graph.into, child).every(({ from }) => from === step)),
  );
  const branches = own.size > 1 && depth < deepest ? own : new Set<number>();
  const flat = below
    .filter((child) => !branches.has(child))
    .map((child) => ({ step: child, isHeaded: false, rails: railsAfter, railsAfter, depth }));
  if (out.length < 2) return flat;
  const begun = new Set<number>();
  const heads = out.flatMap((edge, index): Task[] => {
    const isLast = index === out.length - 1;
    const rails = `${railsAfter}${isLast ? "└─ " : "├─ "}`;
    const inner = `${railsAfter}${isLast ? "   " : "│  "}`;
    if (edge.to === null || !branches.has(edge.to) || begun.has(edge.to))
      return [{ kind: "edge", rails, edge, leadsOn: false }];
    begun.add(edge.to);
    const branch = { step: edge.to, isHeaded: true, railsAfter: inner, depth: depth + 1 };
    if (edge.label === null) return [{ ...branch, rails }];
    return [
      { kind: "edge", rails, edge, leadsOn: true },
      { ...branch, rails: inner },
    ];
  });
  return [...heads, ...flat];
}

function edgesAt({ edges }: PlanDefinition, adjacency: PlanGraph["out"], step: number): readonly PlanEdge[] {
  return Array.from(edgesOf(adjacency, step), (edge) => itemAt(edges, edge));
}
