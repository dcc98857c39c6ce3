import { userInfo } from "node:os";
import { type AnticipateResult, nearestName, type Store } from "@agent-markup/core";
import { type AnswerFlags, refuseInsideRun } from "./answer-checkpoint.ts";
import { type ExitCode, exitCode, UsageError } from "./exit.ts";
import { findRun } from "./find-run.ts";
import { openExistingStore } from "./open-runtime.ts";
import { findProject } from "./project.ts";
import { commandName } from "./terminal/command-name.ts";
import type { Output } from "./terminal/output.ts";

/** `aml approve RUN STEP --in-advance`: what a person says to a question before it is asked (diagram.md 5, checkpoints). */
export async function answerInAdvance(
  id: string,
  step: string,
  choice: string,
  { note, json }: AnswerFlags,
  output: Output,
): Promise<ExitCode> {
  refuseInsideRun();
  const store = await openExistingStore(findProject(process.cwd()));
  try {
    const run = findRun(store, id).id;
    const place = placeOf(store, run, step);
    const said = { choice, actor: userInfo().username, at: new Date().toISOString() };
    const recorded = store.anticipate(run, place, note === undefined ? said : { ...said, note });
    if (!recorded.ok) throw refusal(run, place.step, choice, recorded);
    if (recorded.event.type !== "checkpoint.anticipated") throw new RangeError(`recorded as ${recorded.event.type}`);
    const { answer } = recorded.event.data;
    if (json === true) output.result(JSON.stringify({ version: 1, run, ...place, answer }));
    else output.result(`recorded: ${answer.choice} for the first attempt at ${place.step}, when it asks`);
    return exitCode.done;
  } finally {
    store.close();
  }
}

interface StepPlace {
  readonly plan: string;
  readonly step: string;
}

/** The step of that name; `PLAN::STEP` where several plans of the run have one. */
function placeOf(store: Store, run: string, name: string): StepPlace {
  const places = store
    .plansOf(run)
    .flatMap((plan) => (store.loadPlan(plan)?.definition.nodes ?? []).map(({ id }) => ({ plan, step: id })));
  const found = places.filter(({ plan, step }) => step === name || `${plan}::${step}` === name);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1)
    throw new UsageError(
      `several plans of run ${run} have a step "${name}"`,
      found.map(({ plan, step }) => `${plan}::${step}`).join(", "),
    );
  const nearest = nearestName(
    name,
    places.map(({ step }) => step),
  );
  const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  throw new UsageError(
    `run ${run} has no step "${name}"${hint}`,
    "a plan is known from the time its first step is due",
  );
}

function refusal(
  run: string,
  step: string,
  choice: string,
  refused: Extract<AnticipateResult, { ok: false }>,
): UsageError {
  switch (refused.why) {
    case "unknown":
      return new UsageError(`run ${run} has no step "${step}"`);
    case "begun":
      return new UsageError(
        `${step} has begun or is settled: an answer in advance is to its first attempt`,
        `${commandName()} status ${run} shows what it waits for`,
      );
    case "never-asks":
      return new UsageError(
        `${step} asks nobody, unless it fails: only a manual step, a gate or a loop's last pass does`,
      );
    case "no-such-choice":
      return new UsageError(
        `"${choice}" is no choice of ${step}`,
        refused.choices.map(({ id, label }) => (id === label ? id : `${id} (${label})`)).join(", "),
      );
    case "answered":
      return new UsageError(
        `${step} was answered "${refused.earlier.choice}" in advance by ${refused.earlier.actor} at ${refused.earlier.at}`,
      );
  }
}
