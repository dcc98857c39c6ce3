import { edgesOf, itemAt } from "./graph.ts";
import type { StepOutput } from "./plan.ts";
import { nodeAt, nodeOf, type ReadonlyPlan, stateAt } from "./progress.ts";

/** The steps whose outputs a step is told: its direct predecessors over live edges (diagram.md 3), in diagram order. */
export function inputsOf(plan: ReadonlyPlan, step: string): string[] {
  const sources = new Set<number>();
  for (const edge of edgesOf(plan.graph.into, nodeOf(plan, step).index)) {
    if (plan.edges[edge] !== "live") continue;
    const { from } = itemAt(plan.definition.edges, edge);
    // The end of a loop that ended early is skipped; what it came to is told by the pass that ended it.
    const source = stateAt(plan, from).skipped === "loop_exit" ? lastFinished(plan, nodeAt(plan, from).origin) : from;
    if (source !== undefined && stateAt(plan, source).status === "done") sources.add(source);
  }
  return [...sources].sort((a, b) => a - b).map((index) => nodeAt(plan, index).id);
}

/**
 * What `{steps.ID.output}` means (diagram.md 3, values): a loop's id its last finished pass, a step that has come to nothing
 * (skipped ones too) null. Undefined when it names no step.
 */
export function outputOf(plan: ReadonlyPlan, id: string): StepOutput | null | undefined {
  const index = plan.graph.indexOf.get(id);
  if (index === undefined && !plan.graph.passesOf.has(id)) return undefined;
  const source = index ?? lastFinished(plan, id);
  if (source === undefined) return null;
  const { status, output } = stateAt(plan, source);
  return status === "done" && output !== undefined ? output : null;
}

function lastFinished(plan: ReadonlyPlan, origin: string): number | undefined {
  return plan.graph.passesOf.get(origin)?.findLast((pass) => stateAt(plan, pass).status === "done");
}
