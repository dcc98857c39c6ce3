import type { ToolSet } from "../../5-authorise/tool-set.ts";
import { invalidPlanId, tooLarge } from "../../diagnostics/catalogue.generated.ts";
import { type Diagnostic, hasErrors, inSourceOrder } from "../../diagnostics/diagnostic.ts";
import { itemAt } from "../../plan/graph.ts";
import type { PlanDefinition, PlanNode } from "../../plan/plan.ts";
import type { Diagram } from "../mermaid/diagram.ts";
import { type Copying, copyings } from "./copies.ts";
import { boundedCycles } from "./cycles.ts";
import { draftsOf } from "./draft.ts";
import { expandEdges } from "./expand-edges.ts";
import { checkGates } from "./gates.ts";
import { joinSteps } from "./join-steps.ts";
import { mostNodes } from "./limits.ts";
import { checkBounds, checkUnusedBounds } from "./loops.ts";
import { checkSimpleMode } from "./mode.ts";
import { planHash } from "./plan-hash.ts";
import { isPlanId } from "./plan-id.ts";
import { copiesOf, planStep } from "./plan-steps.ts";
import { checkReached } from "./reached.ts";
import { checkReferences } from "./references.ts";
import type { StepDeclaration } from "./step-declaration.ts";
import { typedDrafts } from "./step-types.ts";

export interface CompileOptions {
  readonly id: string;
  readonly mode: PlanDefinition["mode"];
  /** The constraint around the diagram: steps only narrow it. */
  readonly tools: ToolSet;
  /** Tools that the host or the configuration adds to those that every runtime knows. */
  readonly configuredTools?: ReadonlySet<string>;
}

export interface CompiledPlan {
  /** Null when anything is wrong: of such a plan nothing is ever written. */
  readonly plan: PlanDefinition | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes the frozen plan of a diagram and its steps, with loops and bounded cycles copied out (diagram.md 2 and 3). */
export function compilePlan(
  diagram: Diagram,
  steps: readonly StepDeclaration[],
  { id, mode, tools, configuredTools = new Set() }: CompileOptions,
): CompiledPlan {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  if (!isPlanId(id)) report(invalidPlanId({ at: diagram.place, id }));
  const drafts = typedDrafts(diagram, draftsOf(diagram, joinSteps(diagram, steps, report)), report);
  checkGates(drafts, report);
  checkBounds(drafts, report);
  checkReached(diagram, drafts, report);
  if (mode === "simple") checkSimpleMode(diagram, drafts, report);
  const planned = drafts.map((draft) => planStep(draft, { around: tools, configured: configuredTools }, report));
  const cycles = boundedCycles(drafts, report);
  if (cycles !== null) checkUnusedBounds(drafts, cycles, report);
  const copied = copyings(drafts, cycles ?? []);
  const isTooLarge = exceedsLimit(copied);
  if (isTooLarge && cycles !== null) report(tooLarge({ at: diagram.place, limit: mostNodes, things: "nodes" }));
  const { nodes, firstCopies } = isTooLarge
    ? { nodes: [], firstCopies: [] }
    : copyAll(copied, (index, copying, first) => copiesOf(itemAt(planned, index), copying, first));
  if (!isTooLarge) checkReferences(steps, nodes, report);
  if (hasErrors(diagnostics) || cycles === null) return { plan: null, diagnostics: inSourceOrder(diagnostics) };
  const edges = expandEdges(diagram, { drafts, copyings: copied, firstCopies, cycles });
  const plan = { id, mode, hash: planHash(diagram, steps), diagram: diagram.text, nodes, edges };
  return { plan, diagnostics: inSourceOrder(diagnostics) };
}

function exceedsLimit(copied: readonly Copying[]): boolean {
  const count = copied.reduce((sum, copying) => sum + copying.count, 0);
  return count > mostNodes && copied.some(({ loop, cycles }) => loop !== null || cycles.length > 0);
}

function copyAll(
  copied: readonly Copying[],
  copies: (index: number, copying: Copying, first: number) => Iterable<PlanNode>,
): { readonly nodes: readonly PlanNode[]; readonly firstCopies: readonly number[] } {
  const nodes: PlanNode[] = [];
  const firstCopies: number[] = [];
  for (const [index, copying] of copied.entries()) {
    firstCopies.push(nodes.length);
    for (const node of copies(index, copying, nodes.length)) nodes.push(node);
  }
  return { nodes, firstCopies };
}
