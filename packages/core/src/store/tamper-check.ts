import { hash } from "node:crypto";
import { verifyChain } from "../journal/audit.ts";
import { hashOf } from "../journal/chain.ts";
import type { Event } from "../journal/events.ts";
import { ReplayError } from "../journal/replay.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { PlanError } from "../plan/plan-error.ts";
import { firstDifference } from "./differences.ts";
import { parseDefinition } from "./plan-text.ts";
import { eventOf } from "./records.ts";
import { textAt } from "./rows.ts";
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
    foldOrTell(fold.run, () => note(fold, event));
  }
  checkTables(statements, fold);
  return fold;
}

function eventsAfter(statements: Statements, run: string, seq: number): Event[] {
  return Array.from(statements.events.iterate(seq, run, run), eventOf);
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
  const difference = firstDifference(statements, fold);
  if (difference !== null) throw tampered(fold.run, difference);
}

function tampered(run: string, what: string): StoreError {
  const advice = `It is not driven on; see "aml audit verify ${run}"`;
  return new StoreError("tampered", `run ${run} was changed by another hand: ${what}. ${advice}`);
}
