import { canonicalJson } from "../journal/canonical-json.ts";
import type { EventData } from "../journal/events.ts";
import type { Change, StepChange } from "../plan/change.ts";
import { foldLabel } from "../plan/labels.ts";
import { isFinal } from "../plan/step-state.ts";
import { dependencyRows, edgeRows, gateRows, type PlanShape, todoId, todoRows } from "./plan-rows.ts";
import { resultText } from "./records.ts";
import type { Statements } from "./statements.ts";
import { StoreError } from "./store.ts";

/** Where a plan belongs: its run, and the path of its skill in the document's tree. */
export interface PlanPlace {
  readonly run: string;
  readonly path: string;
}

/** Who claims a step, and until when. */
export interface Owner {
  readonly id: string;
  readonly until: number;
}

/** Writes the rows of a plan that is about to be frozen. */
export function writePlan(statements: Statements, place: PlanPlace, plan: PlanShape, text: string, at: string): void {
  const { id, mode, nodes, edges, hash, diagram } = plan.definition;
  statements.insertPlan.run(id, place.run, place.path, mode, nodes.length, edges.length, hash, diagram, text);
  let index = 0;
  for (const { id: todo, node, title, description, edgesIn } of todoRows(plan)) {
    statements.insertTodo.run(todo, id, node, title, description, at, at, index, edgesIn, edgesIn);
    index += 1;
  }
  for (const { todo, dependsOn } of dependencyRows(plan)) statements.insertDependency.run(todo, dependsOn);
  let seq = 0;
  for (const { from, to, label, labelKey } of edgeRows(plan.definition)) {
    statements.insertEdge.run(id, seq, from, to, label, labelKey);
    seq += 1;
  }
  for (const { gate, label, target } of gateRows(plan)) statements.insertGate.run(gate, label, target);
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

/** Keeps an answer with its checkpoint; its event is the newest of the run. */
export function writeAnswer(statements: Statements, { checkpoint, answer }: EventData["checkpoint.answered"]): void {
  statements.answerCheckpoint.run(canonicalJson(answer), checkpoint);
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
    todoId(plan, step),
    from,
  );
  expectOne(written, `step ${plan}::${step} as ${from}`);
}

function expectOne({ changes }: { readonly changes: number | bigint }, what: string): void {
  if (Number(changes) !== 1) throw new StoreError("tampered", `the tables have no ${what}, which the journal tells of`);
}
