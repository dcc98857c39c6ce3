import { everyTool, toolLists } from "../../5-authorise/tool-set.ts";
import type { Driver } from "../../journal/driver-identity.ts";
import type { EventBody } from "../../journal/events.ts";
import { createPlan } from "../../plan/create-plan.ts";
import { isOver } from "../../store/run-status.ts";
import { type Store, StoreError } from "../../store/store.ts";
import type { Clock } from "../clock.ts";
import { type KnownPlan, knownPlan } from "../known-plan.ts";
import { newRunId } from "../run-id.ts";
import type { RunSettings } from "../run-settings.ts";
import { hashOf } from "../text-hash.ts";
import { type Guided, granted, refused } from "./guide-answer.ts";
import type { FoundPlan, OpenPlans } from "./open-plans.ts";
import { type Procedure, type ProcedureText, readProcedure } from "./read-procedure.ts";
import { type VerifyOptions, verifyObstacle } from "./verifier.ts";

export interface StartOptions extends ProcedureText {
  /** Steps that may be in progress side by side. */
  readonly maxParallel: number;
  /** A finished plan under the chosen id does not stand in the way of another. */
  readonly isNew: boolean;
}

export interface StartContext extends VerifyOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly driver: Driver;
}

/** Begins a plan, or goes on with an unfinished one of the same id and diagram (diagram.md 1 and 6). */
export async function startPlan(
  started: StartOptions,
  context: StartContext,
  plans: OpenPlans,
): Promise<Guided<FoundPlan>> {
  const run = newRunId();
  const { procedure, diagnostics, problem } = await readProcedure(started, run);
  if (procedure === null) return refused("unusable-document", problem, diagnostics);
  for (const node of procedure.definition.nodes) {
    const obstacle = verifyObstacle(node, context);
    if (obstacle !== null) return refused("verify-not-allowed", obstacle);
  }
  const { id: chosen } = procedure.definition;
  const known = knownPlan(context.store, chosen);
  if (known === null || mayFollow(known, started, procedure)) {
    const id = known?.nextId ?? chosen;
    try {
      return granted(
        begin(started, { ...procedure, definition: { ...procedure.definition, id } }, run, context, plans),
      );
    } catch (error) {
      // Another server has frozen a plan of this id just now: it is gone on with, or refused, like any other.
      if (!(error instanceof StoreError && error.code === "exists")) throw error;
    }
  }
  return goOn(knownPlan(context.store, chosen)?.id ?? chosen, started, procedure, context, plans);
}

function mayFollow({ isFinished, hash }: KnownPlan, { isNew }: StartOptions, { definition }: Procedure): boolean {
  return isNew && isFinished && hash === definition.hash;
}

async function goOn(
  id: string,
  { params, isNew }: StartOptions,
  { definition }: Procedure,
  { store }: StartContext,
  plans: OpenPlans,
): Promise<Guided<FoundPlan>> {
  const found = plans.find(id);
  if (!found.ok) return found;
  const { plan, run, terms } = found.value;
  const theirs = plan.definition.hash;
  if (theirs !== definition.hash)
    return refused(
      "other-diagram",
      `plan "${id}" follows another diagram: its hash is ${theirs}, that of the one given is ${definition.hash}. Give the diagram and steps it began with, or another id for a new plan`,
    );
  const differing = Object.keys(params).find((name) => terms.params[name] !== params[name]);
  if (differing !== undefined)
    return refused("other-params", `plan "${id}" began with another value of "${differing}"; go on without params`);
  if (isOver(store.getRun(run)?.status ?? "cancelled"))
    return refused("plan-over", `plan "${id}" is over: give "new" to begin another, or another id`);
  if (isNew)
    return refused(
      "plan-unfinished",
      `plan "${id}" is not finished, so that "new" does not begin another: go on with it without "new", or have a person end it with aml cancel ${run}`,
    );
  return plans.toGoOn(id);
}

function begin(
  { source, maxParallel }: StartOptions,
  { definition, path, name, implementation, params }: Procedure,
  run: string,
  { store, clock, driver, trust, permissions }: StartContext,
  plans: OpenPlans,
): FoundPlan {
  const { file, text } = source;
  const hash = hashOf(text);
  const label = permissions?.label ?? null;
  const settings: RunSettings = {
    // Nothing of the document is run, so that one nobody has vouched for can be followed too.
    trust: trust ?? "untrusted",
    params,
    maxParallel,
    agentGates: true,
    budget: {},
    permissions: label,
    sources: {},
    guided: true,
  };
  const now = clock.now();
  const startedAt = new Date(now).toISOString();
  const first: EventBody = {
    type: "run.started",
    data: { file, hash, trust: settings.trust, permissions: label, params },
  };
  const { lease } = store.createRun({ id: run, file, text, hash, options: settings, startedAt }, driver, now, first);
  try {
    store.freeze(lease, path, definition);
  } catch (error) {
    const data = { status: "cancelled", output: { text: "" } } as const;
    store.finish(lease, "cancelled", startedAt, { type: "run.finished", data });
    throw error;
  }
  store.append(lease, [{ type: "node.started", path, data: { name, implementation, tools: toolLists(everyTool) } }]);
  const held = plans.hold(createPlan(definition), lease, { path, name: file, params, maxParallel, startedAt });
  return { ...held, held };
}
