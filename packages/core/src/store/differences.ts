import { hash } from "node:crypto";
import { canonicalJson } from "../journal/canonical-json.ts";
import { edgesOf, itemAt } from "../plan/graph.ts";
import { foldLabel } from "../plan/labels.ts";
import { type Plan, stateAt } from "../plan/progress.ts";
import { isFinal } from "../plan/step-state.ts";
import type { SqlRow } from "./driver.ts";
import { dependencyRows, edgeRows, gateRows, todoId, todoRows } from "./plan-rows.ts";
import { resultText, runRecord } from "./records.ts";
import { numberAt, textAt } from "./rows.ts";
import { runDigest } from "./run-events.ts";
import type { RunFold } from "./run-fold.ts";
import type { Statements } from "./statements.ts";

/** The first thing in a run's tables that its journal tells otherwise; null when there is none (diagram.md 4). */
export function firstDifference(statements: Statements, fold: RunFold): string | null {
  const head = statements.head.get(fold.run, fold.run);
  const isEnd = head !== undefined && numberAt(head, "seq") === fold.head.seq && head.hash === fold.head.hash;
  if (!isEnd) return "the end of its journal is not the one that was written";
  const row = statements.run.get(fold.run);
  if (row === undefined) return "its row is gone";
  const status = row.status === "running" ? "running" : fold.ended;
  const inRun = differing("its row", { ...row, digest: runDigest(runRecord(row)) }, { status, digest: fold.record });
  if (inRun !== null) return inRun;
  const plans = Array.from(statements.plansOf.iterate(fold.run), (plan) => textAt(plan, "design_id"));
  const ids = differing("its plans", { ids: plans.join(", ") }, { ids: [...fold.plans.keys()].join(", ") });
  if (ids !== null) return ids;
  for (const plan of fold.plans.values()) {
    const difference =
      differenceInPlan(statements, fold, plan) ??
      differenceInSteps(statements, plan) ??
      differenceInEdges(statements, plan) ??
      differenceInDependencies(statements, plan) ??
      differenceInGates(statements, plan) ??
      differenceInCheckpoints(statements, plan);
    if (difference !== null) return difference;
  }
  return null;
}

function differenceInPlan(statements: Statements, fold: RunFold, { definition }: Plan): string | null {
  const { id, mode, hash: told, diagram, nodes, edges } = definition;
  const row = statements.plan.get(id);
  if (row === undefined) return `plan ${id} is gone`;
  const frozen = fold.frozen.get(id);
  const found = { ...row, digest: hash("sha256", textAt(row, "definition")) };
  const counts = { node_count: nodes.length, edge_count: edges.length };
  const expected = { path: frozen?.path, mode, diagram_hash: told, diagram, ...counts, digest: frozen?.definition };
  return differing(`plan ${id}`, found, expected);
}

function differenceInSteps(statements: Statements, plan: Plan): string | null {
  const { id } = plan.definition;
  return differenceInRows(`the steps of plan ${id}`, statements.steps.iterate(id), expectedSteps(plan));
}

function* expectedSteps(plan: Plan): Iterable<Expected> {
  let index = 0;
  for (const { id, node, title, description, edgesIn } of todoRows(plan)) {
    const state = stateAt(plan, index);
    const { status, attempt, failures, startedAt = null, label = null, skipped = null } = state;
    const labelKey = label === null ? null : foldLabel(label);
    const result = resultText(state);
    const counters = {
      open_in: isFinal(status) ? -1 : itemAt(plan.openIn, index),
      live_in: itemAt(plan.liveIn, index),
    };
    const definition = { id, node, title, description, seq: index, edges_in: edgesIn };
    const told = { status, attempt, failures, started_at: startedAt, label, label_key: labelKey, skipped, result };
    yield { name: `step ${id}`, columns: { ...definition, ...told, ...counters } };
    index += 1;
  }
}

function differenceInEdges(statements: Statements, plan: Plan): string | null {
  const { id } = plan.definition;
  return differenceInRows(`the edges of plan ${id}`, statements.edges.iterate(id), expectedEdges(plan));
}

function* expectedEdges({ definition, edges }: Plan): Iterable<Expected> {
  let seq = 0;
  for (const { from, to, label, labelKey } of edgeRows(definition)) {
    const columns = { seq, from_id: from, to_id: to, label, label_key: labelKey, state: edges[seq] };
    yield { name: `edge ${seq} of plan ${definition.id}`, columns };
    seq += 1;
  }
}

/** Their primary key makes them distinct: they are the right ones when each is an edge and none is missing. */
function differenceInDependencies(statements: Statements, plan: Plan): string | null {
  const { id, nodes, edges } = plan.definition;
  let missing = 0;
  for (const _ of dependencyRows(plan)) missing += 1;
  for (const row of statements.dependencies.iterate(id)) {
    const target = numberAt(row, "seq");
    const source = textAt(row, "depends_on");
    const isSource = (edge: number) => todoId(id, itemAt(nodes, itemAt(edges, edge).from).id) === source;
    if (!edgesOf(plan.graph.into, target).some(isSource))
      return `step ${target} of plan ${id} depends on ${source} by no edge`;
    missing -= 1;
  }
  return missing === 0 ? null : `plan ${id} lacks ${missing} of its dependencies`;
}

function differenceInGates(statements: Statements, plan: Plan): string | null {
  const { id } = plan.definition;
  return differenceInRows(`the gates of plan ${id}`, statements.gates.iterate(id), expectedGates(plan));
}

function* expectedGates(plan: Plan): Iterable<Expected> {
  for (const { gate, label, target } of gateRows(plan)) {
    yield { name: `gate ${gate}`, columns: { gate_id: gate, label, target_id: target } };
  }
}

function differenceInCheckpoints(statements: Statements, plan: Plan): string | null {
  const { id } = plan.definition;
  return differenceInRows(
    `the checkpoints of plan ${id}`,
    statements.checkpoints.iterate(id),
    expectedCheckpoints(plan),
  );
}

function* expectedCheckpoints({ checkpoints }: Plan): Iterable<Expected> {
  for (const { answer, ...checkpoint } of checkpoints.values()) {
    const told = answer === undefined ? null : canonicalJson(answer);
    yield { name: `checkpoint ${checkpoint.id}`, columns: { checkpoint: canonicalJson(checkpoint), answer: told } };
  }
}

interface Expected {
  readonly name: string;
  readonly columns: SqlRow;
}

function differenceInRows(what: string, found: Iterable<SqlRow>, expected: Iterable<Expected>): string | null {
  const rest = expected[Symbol.iterator]();
  let count = 0;
  for (const row of found) {
    const next = rest.next();
    if (next.done) return `${what}: there are more than the journal tells, ${count}`;
    const difference = differing(next.value.name, row, next.value.columns);
    if (difference !== null) return difference;
    count += 1;
  }
  return rest.next().done ? null : `${what}: there are ${count}, and the journal tells more`;
}

function differing(name: string, found: SqlRow, told: SqlRow): string | null {
  for (const column of Object.keys(told)) {
    if (found[column] !== told[column]) {
      return `${name}: ${column} is ${excerpt(found[column])}, and the journal tells ${excerpt(told[column])}`;
    }
  }
  return null;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
