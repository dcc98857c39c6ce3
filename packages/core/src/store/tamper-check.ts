import { hash } from "node:crypto";
import { verifyChain } from "../journal/audit.ts";
import { canonicalJson } from "../journal/canonical-json.ts";
import { hashOf } from "../journal/chain.ts";
import type { Event } from "../journal/events.ts";
import { ReplayError } from "../journal/replay.ts";
import { itemAt } from "../plan/graph.ts";
import { foldLabel } from "../plan/labels.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { PlanError } from "../plan/plan-error.ts";
import { type Plan, stateAt } from "../plan/progress.ts";
import { isFinal } from "../plan/step-state.ts";
import type { SqlRow } from "./driver.ts";
import { type PlanRows, planRows } from "./plan-rows.ts";
import { parseDefinition } from "./plan-text.ts";
import { eventOf, resultText, runRecord } from "./records.ts";
import { numberAt, textAt } from "./rows.ts";
import { runDigest } from "./run-events.ts";
import { type FrozenEvent, foldRun, note, noteAnswer, type RunFold, standsAlone } from "./run-fold.ts";
import type { Statements } from "./statements.ts";
import { StoreError } from "./store.ts";

/** Folds a run's journal and holds it against the tables; throws `StoreError("tampered")` naming the first difference. */
export function foldChecked(statements: Statements, run: string): RunFold {
  const events = eventsAfter(statements, run, 0);
  const { firstBad } = verifyChain(events);
  if (firstBad !== undefined) throw tampered(run, `record ${firstBad.seq} ${firstBad.reason}`);
  const fold = foldOrTell(run, () => foldRun(run, events, (frozen) => definitionOf(statements, frozen)));
  checkTables(statements, fold);
  return fold;
}

/** After another process has written to the file: adds what it appended to the fold, and checks the tables again. */
export function refold(statements: Statements, fold: RunFold): RunFold {
  const events = eventsAfter(statements, fold.run, fold.head.seq);
  if (!events.every(standsAlone)) return foldChecked(statements, fold.run);
  for (const event of events) {
    const follows = event.seq === fold.head.seq + 1 && event.hash === hashOf(fold.head.hash, event);
    if (!follows) throw tampered(fold.run, `record ${event.seq} does not follow from the one before it`);
    if (event.type === "checkpoint.answered") foldOrTell(fold.run, () => noteAnswer(fold, event));
    note(fold, event);
  }
  checkTables(statements, fold);
  return fold;
}

function eventsAfter(statements: Statements, run: string, seq: number): Event[] {
  return Array.from(statements.events.all(seq, run, run), eventOf);
}

function foldOrTell<Result>(run: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReplayError || error instanceof PlanError) throw tampered(run, error.message);
    throw error;
  }
}

/** The definition that an event froze, as the tables have it; it must be the one the event tells of. */
function definitionOf(statements: Statements, { run, data }: FrozenEvent): PlanDefinition {
  const row = statements.plan.get(data.plan);
  if (row === undefined || textAt(row, "run_id") !== run) throw tampered(run, `plan ${data.plan} is gone`);
  const definition = textAt(row, "definition");
  if (hash("sha256", definition) === data.definition) return parseDefinition(definition);
  throw tampered(run, `the definition of plan ${data.plan} is not the one that was frozen`);
}

/** Holds the tables against a fold (diagram.md 4). */
function checkTables(statements: Statements, fold: RunFold): void {
  const head = statements.head.get(fold.run, fold.run);
  const isEnd = head !== undefined && numberAt(head, "seq") === fold.head.seq && head.hash === fold.head.hash;
  if (!isEnd) throw tampered(fold.run, "the end of its journal is not the one that was written");
  const row = statements.run.get(fold.run);
  if (row === undefined) throw tampered(fold.run, "its row is gone");
  expectSame(fold.run, "its row", "status", row.status, row.status === "running" ? "running" : fold.ended);
  expectSame(fold.run, "its row", "digest", runDigest(runRecord(row)), fold.record);
  const stored = Array.from(statements.plansOf.all(fold.run), (row) => textAt(row, "design_id"));
  expectSame(fold.run, "its plans", "ids", stored.join(", "), [...fold.plans.keys()].join(", "));
  for (const plan of fold.plans.values()) {
    checkPlan(statements, fold, plan.definition);
    const rows = planRows(plan.definition);
    checkSteps(statements, fold.run, plan, rows);
    checkEdges(statements, fold.run, plan, rows);
    checkCheckpoints(statements, fold.run, plan);
  }
}

function checkPlan(statements: Statements, fold: RunFold, plan: PlanDefinition): void {
  const { id, mode, hash: told, diagram, nodes, edges } = plan;
  const row = statements.plan.get(id) ?? {};
  const frozen = fold.frozen.get(id);
  const counts = { node_count: nodes.length, edge_count: edges.length };
  expectRow(fold.run, `plan ${id}`, row, { path: frozen?.path, mode, diagram_hash: told, diagram, ...counts });
  expectSame(
    fold.run,
    `the definition of plan ${id}`,
    "digest",
    hash("sha256", textAt(row, "definition")),
    frozen?.definition,
  );
}

function checkSteps(statements: Statements, run: string, plan: Plan, rows: PlanRows): void {
  const { id: design } = plan.definition;
  let index = 0;
  for (const row of statements.steps.all(design)) {
    const expected = rows.todos[index];
    if (expected === undefined) throw tampered(run, `step ${textAt(row, "id")} is in no definition`);
    const { id, node, title, description, edgesIn } = expected;
    const definition = { id, node, title, description, seq: index, edges_in: edgesIn };
    expectRow(run, `step ${id}`, row, { ...definition, ...stepColumns(plan, index) });
    index += 1;
  }
  expectSame(run, `plan ${design}`, "number of steps", index, rows.todos.length);
}

function stepColumns(plan: Plan, index: number): Readonly<Record<string, unknown>> {
  const state = stateAt(plan, index);
  const { status, attempt, failures, startedAt = null, label = null, skipped = null } = state;
  return {
    status,
    attempt,
    failures,
    started_at: startedAt,
    label,
    label_key: label === null ? null : foldLabel(label),
    skipped,
    result: resultText(state),
    open_in: isFinal(status) ? -1 : itemAt(plan.openIn, index),
    live_in: itemAt(plan.liveIn, index),
  };
}

function checkEdges(statements: Statements, run: string, plan: Plan, rows: PlanRows): void {
  const { id } = plan.definition;
  let index = 0;
  for (const row of statements.edges.all(id)) {
    const expected = rows.edges[index];
    if (expected === undefined) throw tampered(run, `edge ${index} of plan ${id} is in no definition`);
    const { from, to, label, labelKey } = expected;
    const columns = { seq: index, from_id: from, to_id: to, label, label_key: labelKey, state: plan.edges[index] };
    expectRow(run, `edge ${index} of plan ${id}`, row, columns);
    index += 1;
  }
  expectSame(run, `plan ${id}`, "number of edges", index, rows.edges.length);
  const dependencies = Array.from(statements.dependencies.all(id), (row) => [row.todo_id, row.depends_on]);
  expectSame(run, `plan ${id}`, "dependencies", listed(dependencies), listed(rows.dependencies));
  const gates = Array.from(statements.gates.all(id), (row) => [row.gate_id, row.label, row.target_id]);
  expectSame(run, `plan ${id}`, "gates", listed(gates), listed(rows.gates));
}

function checkCheckpoints(statements: Statements, run: string, plan: Plan): void {
  const found = Array.from(statements.checkpoints.all(plan.definition.id), (row) => [row.checkpoint, row.answer]);
  const told = Array.from(plan.checkpoints.values(), ({ answer, ...checkpoint }) => [
    canonicalJson(checkpoint),
    answer === undefined ? null : canonicalJson(answer),
  ]);
  expectSame(run, `plan ${plan.definition.id}`, "checkpoints", listed(found), listed(told));
}

function listed(rows: readonly (readonly unknown[])[]): string {
  const lines = rows.map((row) => JSON.stringify(row));
  return lines.sort().join(" ");
}

function expectRow(run: string, name: string, row: SqlRow, expected: Readonly<Record<string, unknown>>): void {
  for (const [column, value] of Object.entries(expected)) expectSame(run, name, column, row[column], value);
}

function expectSame(run: string, name: string, column: string, found: unknown, told: unknown): void {
  if (found === told) return;
  throw tampered(run, `${name}: ${column} is ${excerpt(found)}, and the journal tells ${excerpt(told)}`);
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function tampered(run: string, what: string): StoreError {
  const advice = `It is not driven on; see "aml audit verify ${run}"`;
  return new StoreError("tampered", `run ${run} was changed by another hand: ${what}. ${advice}`);
}
