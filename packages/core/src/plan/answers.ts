import type { Transition } from "./change.ts";
import { choiceOf, openCheckpoints } from "./checkpoints.ts";
import { block } from "./fail.ts";
import type { Answer, Checkpoint } from "./plan.ts";
import { nodeAt, type ReadonlyPlan, stateAt } from "./progress.ts";
import { listed, refuse } from "./refusals.ts";
import { settle } from "./settle.ts";
import { type ChangeDetails, changeStep, elapsed, resultOf } from "./step-change.ts";
import { allowed, type EventOf, type Subject } from "./subject.ts";

/** A person's answer is acted on, once, and only while its step still waits for it (diagram.md 5, checkpoints). */
export function act(plan: ReadonlyPlan, event: EventOf<"answer">): Transition {
  const checkpoint = plan.checkpoints.get(event.checkpoint);
  const index = checkpoint === undefined ? undefined : plan.graph.indexOf.get(checkpoint.step);
  if (checkpoint === undefined || index === undefined)
    return refuse("unknown-checkpoint", `there is no checkpoint "${event.checkpoint}". ${openNow(plan)}`);
  const isCurrent = plan.current.get(index) === checkpoint.id;
  const { answer } = checkpoint;
  if (answer !== undefined && !(isCurrent && isSameAnswer(answer, event.answer)))
    return refuse(
      "already-answered",
      `checkpoint "${checkpoint.id}" was answered "${answer.choice}" by ${answer.actor} at ${answer.at}. ${openNow(plan)}`,
    );
  if (!isCurrent)
    return refuse(
      "checkpoint-closed",
      `step "${checkpoint.step}" has left checkpoint "${checkpoint.id}". ${openNow(plan)}`,
    );
  const choice = choiceOf(checkpoint, event.answer.choice);
  if (choice === undefined) return noSuchChoice(checkpoint, event.answer.choice);
  const subject = { plan, node: nodeAt(plan, index), state: stateAt(plan, index) };
  const consequence = follow(subject, checkpoint, choice.id, event);
  if (!consequence.ok) return consequence;
  const acted = { type: "answer", checkpoint: checkpoint.id, answer: event.answer } as const;
  return allowed([acted, ...consequence.changes], consequence.effects);
}

/** Whether two answers are one and the same, told twice. */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  return one.choice === other.choice && one.actor === other.actor && one.at === other.at && one.note === other.note;
}

function follow(subject: Subject, checkpoint: Checkpoint, choice: string, event: EventOf<"answer">): Transition {
  const { plan, node, state } = subject;
  const { at, answer } = event;
  const noted = answer.note === undefined ? {} : { note: answer.note };
  if (node.type === "gate" && (checkpoint.reason === "gate" || checkpoint.reason === "exhausted"))
    return done(subject, at, { label: choice });
  switch (choice) {
    case "approve":
      return done(subject, at, { output: { text: answer.note ?? "" } });
    case "reject":
      return block(subject, { at, durationMs: elapsed(state, at) }, rejection(answer));
    case "continue":
      return done(subject, at);
    case "retry":
      return retry(subject, at);
    case "waive":
      return allowed(settle(plan, changeStep(node, state, "skipped", at, { skipped: "waived", ...noted })));
    case "cancel":
      return allowed(settle(plan, changeStep(node, state, "skipped", at, { skipped: "cancelled", ...noted })));
    case "abort":
      return allowed([], [{ type: "abort" }]);
    default:
      return noSuchChoice(checkpoint, choice);
  }
}

function done(
  { plan, node, state }: Subject,
  at: string,
  decided: Pick<ChangeDetails, "label" | "output"> = {},
): Transition {
  const result = { durationMs: elapsed(state, at), output: { text: "" }, ...resultOf(state), ...decided };
  return allowed(settle(plan, changeStep(node, state, "done", at, result)));
}

// A blocked step queues again; one that waits was given its turn already, and diagram.md 5 has it go on from there.
function retry({ node, state }: Subject, at: string): Transition {
  if (state.status === "blocked")
    return allowed([changeStep(node, state, "pending", at, { failures: 0, again: "answer" })]);
  const attempt = state.attempt + 1;
  return allowed(
    [changeStep(node, state, "in_progress", at, { attempt, failures: 0 })],
    [{ type: "run", step: node.id, attempt }],
  );
}

function rejection({ actor, note }: Answer): string {
  return note === undefined ? `rejected by ${actor}` : `rejected by ${actor}: ${note}`;
}

function noSuchChoice(checkpoint: Checkpoint, choice: string): Transition {
  const choices = listed(checkpoint.choices.map(({ id }) => id));
  return refuse("no-such-choice", `checkpoint "${checkpoint.id}" cannot be answered "${choice}", only ${choices}`);
}

function openNow(plan: ReadonlyPlan): string {
  const open = openCheckpoints(plan).map(({ id }) => id);
  return open.length === 0 ? "No checkpoint is open" : `Open now: ${listed(open)}`;
}
