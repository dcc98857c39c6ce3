import type { Answer, Choice } from "../plan/plan.ts";
import type { Event, EventBody } from "./events.ts";

/** Why a question was given up: its time passed, who asked stopped waiting, or the process that waited ended. */
export type ApprovalClosing = "time_limit" | "withdrawn" | "interrupted";

/** A question to a person that no plan asks; its id is unique in its run, and it is answered once. */
export interface Approval {
  readonly id: string;
  /** `permission`: an agent or a tool waits for the answer. `capability`: an element does not begin without it. */
  readonly reason: "permission" | "capability";
  /** What it is about, in a word: a tool, or an element of the document. */
  readonly subject: string;
  readonly message: string;
  /** What the answer allows, where it is about capabilities. */
  readonly capabilities?: readonly string[];
  readonly choices: readonly Choice[];
  readonly askedAt: string;
}

/** An approval as the journal has told of it so far. */
export interface ApprovalState extends Approval {
  /** Place in the document. */
  readonly path: string;
  readonly answer?: Answer;
  readonly closed?: ApprovalClosing;
}

/** The two answers to an approval. */
export const approvalChoices: readonly Choice[] = [
  { id: "approve", label: "Allow it" },
  { id: "reject", label: "Refuse it" },
];

/** Folds a run's events to its approvals, in the order they were asked; events of other kinds change nothing. */
export function approvalStates(events: Iterable<Event>): Map<string, ApprovalState> {
  const states = new Map<string, ApprovalState>();
  for (const event of events) noteApproval(states, event);
  return states;
}

/** Adds the next event to a fold of approvals. */
export function noteApproval(states: Map<string, ApprovalState>, event: Event): void {
  if (event.type === "approval.asked") {
    states.set(event.data.approval.id, { ...event.data.approval, path: event.path ?? "" });
  } else if (event.type === "approval.answered") {
    change(states, event.data.approval, { answer: event.data.answer });
  } else if (event.type === "approval.closed") {
    change(states, event.data.approval, { closed: event.data.reason });
  }
}

/** Why an event cannot follow on those of a fold; null when it can. Each approval is asked once, then answered or closed once. */
export function approvalFault(states: ReadonlyMap<string, ApprovalState>, event: EventBody): string | null {
  if (event.type === "approval.asked") {
    const { id } = event.data.approval;
    return states.has(id) ? `asks ${id} a second time` : null;
  }
  if (event.type !== "approval.answered" && event.type !== "approval.closed") return null;
  const state = states.get(event.data.approval);
  if (state === undefined) return `settles ${event.data.approval}, which nobody has asked`;
  return isOpen(state) ? null : `settles ${event.data.approval} a second time`;
}

/** Whether nobody has answered it and somebody still needs the answer. */
export function isOpen({ answer, closed }: ApprovalState): boolean {
  return answer === undefined && closed === undefined;
}

function change(
  states: Map<string, ApprovalState>,
  id: string,
  more: Pick<ApprovalState, "answer"> | Pick<ApprovalState, "closed">,
): void {
  const state = states.get(id);
  if (state !== undefined) states.set(id, { ...state, ...more });
}
