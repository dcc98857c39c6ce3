import { canonicalJson } from "../journal/canonical-json.ts";
import type { Change, StepChange } from "../plan/change.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { isFinal } from "../plan/step-state.ts";
import { planRows } from "./plan-rows.ts";
import { resultText } from "./records.ts";
import type { Statements } from "./statements.ts";
import { StoreError } from "./store.ts";

/** Who claims a step, and until when. */
export interface Owner {
  readonly id: string;
  readonly until: number;
}

/** Writes the rows of a plan that is about to be frozen. */
export function writePlan(
  statements: Statements,
  run: string,
  path: string,
  definition: PlanDefinition,
  text: string,
  at: string,
): void {
  const { id, mode, nodes, edges, hash, diagram } = definition;
  const rows = planRows(definition);
  statements.insertPlan.run(id, run, path, mode, nodes.length, edges.length, hash, diagram, text);
  rows.todos.forEach(({ id: todo, node, title, description, edgesIn }, index) => {
    statements.insertTodo.run(todo, id, node, title, description, at, at, index, edgesIn, edgesIn);
  });
  for (const [todo, dependsOn] of rows.dependencies) statements.insertDependency.run(todo, dependsOn);
  rows.edges.forEach(({ from, to, label, labelKey }, index) => {
    statements.insertEdge.run(id, index, from, to, label, labelKey);
  });
  for (const [gate, label, target] of rows.gates) statements.insertGate.run(gate, label, target);
}

/** Writes one change of a settlement; its event is the newest of the run. */
export function writeChange(statements: Statements, plan: string, change: Change, owner: Owner): void {
  switch (change.type) {
    case "step":
      writeStep(statements, plan, change, owner);
      return;
    case "edge":
      expectOne(statements.settleEdge.run(change.state, plan, change.index), `edge ${change.index} of plan ${plan}`);
      return;
    case "checkpoint": {
      const { id, step, attempt, reason } = change.checkpoint;
      statements.insertCheckpoint.run(id, plan, step, attempt, reason, canonicalJson(change.checkpoint));
      return;
    }
    case "answer":
      return;
  }
}

function writeStep(statements: Statements, plan: string, change: StepChange, owner: Owner): void {
  const { step, from, to, at, attempt, failures, label = null, skipped = null } = change;
  const holder = to === "in_progress" ? owner : null;
  const written = statements.settleStep.run(
    to,
    at,
    attempt,
    failures,
    to === "in_progress" || to === "pending" ? 1 : 0,
    to === "in_progress" ? at : null,
    holder?.id ?? null,
    holder?.until ?? null,
    label,
    label === null ? null : foldLabel(label),
    skipped,
    resultText(change),
    isFinal(to) ? 1 : 0,
    `${plan}::${step}`,
    from,
  );
  expectOne(written, `step ${plan}::${step} as ${from}`);
}

function expectOne({ changes }: { readonly changes: number | bigint }, what: string): void {
  if (Number(changes) !== 1) throw new StoreError("tampered", `the tables have no ${what}, which the journal tells of`);
}
