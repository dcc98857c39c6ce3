import { type Event, type EventData, never } from "../journal/events.ts";
import { agentLine } from "./agent-line.ts";
import { duration, excerpt } from "./words.ts";

/** An event as one line with its time, for `aml log`. Safe to print: nothing in it moves a cursor or starts a line. */
export function timelineLine(event: Event): string {
  return `${event.at}  ${excerpt(sentence(event), 300)}`;
}

/** A run's events, a line each. */
export function timeline(events: Iterable<Event>): string[] {
  return Array.from(events, timelineLine);
}

/** What an event tells, without its time. */
export function sentence(event: Event): string {
  switch (event.type) {
    case "run.started":
      return `run ${event.run} of ${event.data.file} started, ${event.data.trust}, permissions ${event.data.permissions ?? "not needed"}${served(event.data.recording)}`;
    case "run.resumed":
      return `run resumed, permissions ${event.data.permissions ?? "not needed"}`;
    case "run.finished":
      return `run ${event.data.status}${because(event.data.error?.message)}`;
    case "cancel.requested":
      return `${event.data.actor} asks for the run to be cancelled`;
    case "node.started":
      return `${event.data.name} started${event.data.implementation === undefined ? "" : ` as ${event.data.implementation}`}`;
    case "node.finished":
      return `${event.data.name}: ${event.data.status} in ${duration(event.data.durationMs)}${because(event.data.error)}`;
    case "node.retried":
      return `${event.data.name} failed, attempt ${event.data.attempt}: ${excerpt(event.data.error)}; tried again in ${duration(event.data.waitMs)}`;
    case "plan.frozen":
      return `plan ${event.data.plan} frozen: ${counted(event.data.steps.length, "step")}, ${counted(event.data.edges, "edge")}, ${event.data.mode}`;
    case "step.started":
      return `step ${event.data.step} started${again(event.data.attempt)}`;
    case "step.done":
      return `step ${event.data.step} done in ${duration(event.data.durationMs)}${decided(event.data.label)}`;
    case "step.skipped":
      return `step ${event.data.step} skipped: ${skipReasons[event.data.reason]}${noted(event.data.note)}`;
    case "step.blocked":
      return `step ${event.data.step} blocked after ${duration(event.data.durationMs)}${because(event.data.error)}`;
    case "step.waiting":
      return `step ${event.data.step} waits for a person`;
    case "step.pending":
      return `step ${event.data.step} is to run again: ${pendingReasons[event.data.again]}${because(event.data.error)}`;
    case "checkpoint.opened": {
      const { id, message, choices } = event.data.checkpoint;
      return `checkpoint ${id} asks: ${excerpt(message)} (${choices.map((choice) => choice.id).join(", ")})`;
    }
    case "checkpoint.answered":
      return `checkpoint ${event.data.checkpoint} answered "${event.data.answer.choice}" by ${event.data.answer.actor}${noted(event.data.answer.note)}`;
    case "approval.asked":
      return `${event.data.approval.id} asks: ${excerpt(event.data.approval.message)}`;
    case "approval.answered":
      return `${event.data.approval} answered "${event.data.answer.choice}" by ${event.data.answer.actor}${noted(event.data.answer.note)}`;
    case "approval.closed":
      return `${event.data.approval} is not waited for any more: ${closings[event.data.reason]}`;
    case "checkpoint.anticipated":
      return `answer "${event.data.answer.choice}" to step ${event.data.step} given in advance by ${event.data.answer.actor}${noted(event.data.answer.note)}`;
    case "tool.finished":
      return `step ${event.data.step}: ${event.data.tool} ${ending(event.data)} in ${duration(event.data.durationMs)}`;
    case "agent.opened":
      return `agent ${event.data.agent} opened session ${event.data.session}${continuing(event.data.continues)}`;
    case "agent.prompted":
      return `prompt to ${event.data.session}: ${excerpt(event.data.prompt)}`;
    case "agent.event":
      return agentLine(event.data.session, event.data.event);
    case "agent.replied":
      return `turn of ${event.data.session} ${event.data.outcome.result}${because(event.data.outcome.error)}`;
    case "permission.decided": {
      const { request, decision, policy } = event.data;
      return `permission for "${excerpt(request.title)}" ${verdict(decision)} by ${decision.rule} (policy ${policy})`;
    }
    case "note.recorded":
      return `${event.data.code}: ${event.data.message}`;
    default:
      return never(event);
  }
}

const skipReasons: Readonly<Record<EventData["step.skipped"]["reason"], string>> = {
  routed: "no path leads to it",
  loop_exit: "its loop ended early",
  waived: "a person went on without it",
  cancelled: "a person cancelled its branch",
};

const pendingReasons: Readonly<Record<EventData["step.pending"]["again"], string>> = {
  retry: "it failed",
  interrupted: "it was interrupted",
  answer: "a person asked for it",
};

const closings: Readonly<Record<EventData["approval.closed"]["reason"], string>> = {
  time_limit: "nobody answered in time",
  withdrawn: "whoever asked has stopped waiting",
  interrupted: "the run was interrupted",
};

function served(recording: EventData["run.started"]["recording"]): string {
  if (recording === undefined) return "";
  const { mode, folder } = recording;
  return mode === "record" ? `, recorded in ${folder}` : `, a replay of ${folder}: no agent is started`;
}

function continuing(continues: EventData["agent.opened"]["continues"]): string {
  if (continues === undefined) return "";
  const { session, by, reason } = continues;
  if (by === "agent") return `, which goes on with ${session}`;
  return `, which is told of ${session}${because(reason)}`;
}

function verdict({ outcome, allows }: EventData["permission.decided"]["decision"]): string {
  return outcome.outcome === "cancelled" ? "cancelled" : allows ? "allowed" : "refused";
}

function ending({ exitCode, signal }: EventData["tool.finished"]): string {
  if (signal !== null) return `ended by ${signal}`;
  return exitCode === null ? "finished" : `exited ${exitCode}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function again(attempt: number): string {
  return attempt > 1 ? `, attempt ${attempt}` : "";
}

function decided(label: string | undefined): string {
  return label === undefined ? "" : `: "${label}"`;
}

function because(error: string | undefined): string {
  return error === undefined ? "" : `: ${error}`;
}

function noted(note: string | undefined): string {
  return note === undefined ? "" : ` (${note})`;
}
