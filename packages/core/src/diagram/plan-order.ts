import { applyChanges } from "../plan/apply.ts";
import type { PlanEvent } from "../plan/change.ts";
import { createPlan } from "../plan/create-plan.ts";
import { labelsOf } from "../plan/gates.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { nextReady, nodeOf, type Plan } from "../plan/progress.ts";
import { transition } from "../plan/transition.ts";

const at = new Date(0).toISOString();

/** The ids of the steps in the order they would run in when every gate takes its first label (DESIGN.md 10). */
export function planOrder(definition: PlanDefinition): readonly string[] {
  // Nothing is run, so every step but a gate is done as soon as it starts.
  const nodes = definition.nodes.map((node) => (node.type === "gate" ? node : { ...node, type: "pass" as const }));
  const plan = createPlan({ ...definition, nodes });
  const order: string[] = [];
  for (let step = nextReady(plan); step !== null; step = nextReady(plan)) {
    order.push(step);
    happen(plan, { type: "start", step, at });
    const { type, index } = nodeOf(plan, step);
    // In the last pass of a cycle no label may be left: the run would end there too, with a question.
    const label = labelsOf(plan, index)[0];
    if (type !== "gate" || label === undefined) continue;
    happen(plan, { type: "finish", step, attempt: 1, at, durationMs: 0, output: { text: "" }, label });
  }
  return order;
}

function happen(plan: Plan, event: PlanEvent): void {
  const result = transition(plan, event);
  if (result.ok) applyChanges(plan, result.changes);
  else throw new RangeError(`the plan "${plan.definition.id}" has no order: ${result.message}`);
}
