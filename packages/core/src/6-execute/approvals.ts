import type { DecisionAids, PermissionRequest } from "../5-authorise/permission.ts";
import { timeLimitPassed } from "../5-authorise/rules-policy.ts";
import {
  type Approval,
  type ApprovalClosing,
  type ApprovalState,
  approvalChoices,
  approvalStates,
  isOpen,
  noteApproval,
} from "../journal/approvals.ts";
import type { Event } from "../journal/events.ts";
import { StoreError } from "../store/store.ts";
import { type Place, positionAt } from "../text/source-file.ts";
import type { Clock } from "./clock.ts";
import { requestSubject, requestText } from "./request-text.ts";
import type { RunJournal } from "./run-journal.ts";

/** Why an element that a person did not let begin has failed. */
export function refusedCapabilities({ confirm }: Pick<Confirmed, "confirm">): string {
  return `a person refused what it needs: ${confirm.join(", ")}`;
}

/** An element that does not begin before a person has allowed what it can do. */
export interface Confirmed {
  readonly path: string;
  readonly name: string;
  readonly at: Place;
  /** Capabilities that the policy puts under `confirm` (language.md 7.5). */
  readonly confirm: readonly string[];
}

export type Confirmation = "granted" | "refused" | "open";

/** The questions of one run that no plan asks (language.md 7.5, agents.md 2): asked and answered through its journal. */
export interface Approvals {
  /** Asks when nobody was asked about all of it yet; an answer holds for the whole run, for what it was about. */
  confirm(element: Confirmed): Confirmation;
  /** For a policy that has to decide on a request at a place; `withdrawn` aborts when the answer is not needed any more. */
  aidsAt(path: string, withdrawn: AbortSignal): DecisionAids;
}

export function runApprovals(journal: RunJournal, clock: Clock, earlier: readonly Event[]): Approvals {
  const states = approvalStates(earlier);
  const waiting = new Map<string, (answer: boolean) => void>();
  let asked = [...states.values()].filter(({ reason }) => reason === "permission").length;
  journal.subscribe((event) => {
    noteApproval(states, event);
    if (event.type !== "approval.answered") return;
    const { approval, answer } = event.data;
    waiting.get(approval)?.(answer.choice === "approve");
    waiting.delete(approval);
  });
  // Whatever waited for these answers ended with the process that it ran in.
  for (const { id, path, reason } of [...states.values()]) if (reason === "permission") close(id, path, "interrupted");

  function ask(path: string, approval: Omit<Approval, "choices" | "askedAt">): void {
    const askedAt = new Date(clock.now()).toISOString();
    const data = { approval: { ...approval, choices: approvalChoices, askedAt } };
    journal.append({ type: "approval.asked", path, data });
  }

  /** Closes what is still open; an answer that others recorded in the meantime stands, and is heard. */
  function close(id: string, path: string, reason: ApprovalClosing): void {
    journal.poll();
    const state = states.get(id);
    if (state === undefined || !isOpen(state)) return;
    try {
      journal.append({ type: "approval.closed", path, data: { approval: id, reason } });
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "refused") throw error;
      journal.poll();
    }
  }

  async function askPermission(path: string, request: PermissionRequest, signal: AbortSignal): Promise<boolean | null> {
    if (signal.aborted) return null;
    asked += 1;
    const id = `permission-${asked}`;
    const message = requestText(request, placeIn(path));
    ask(path, { id, reason: "permission", subject: requestSubject(request), message });
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      const giveUp = () => {
        if (!waiting.has(id)) return;
        try {
          close(id, path, signal.reason === timeLimitPassed ? "time_limit" : "withdrawn");
          // An answer that was heard only now has been given already.
          if (waiting.delete(id)) resolve(null);
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  function confirm({ path, name, at, confirm }: Confirmed): Confirmation {
    const about = [...states.values()].filter((state) => state.reason === "capability" && state.path === path);
    const covers = (state: ApprovalState, capability: string) => state.capabilities?.includes(capability) === true;
    const left = confirm.filter(
      (capability) => !about.some((state) => state.answer?.choice === "approve" && covers(state, capability)),
    );
    if (left.length === 0) return "granted";
    const of = about.filter((state) => left.some((capability) => covers(state, capability)));
    if (of.some(({ answer }) => answer !== undefined && answer.choice !== "approve")) return "refused";
    const unasked = left.filter((capability) => !of.some((state) => covers(state, capability)));
    if (unasked.length > 0) {
      const id = `capability-${path}${about.length === 0 ? "" : `-${about.length + 1}`}`;
      const { line } = positionAt(at.source, at.start);
      const message = `needs ${unasked.join(", ")} (${at.source.file}:${line})`;
      ask(path, { id, reason: "capability", subject: name, message, capabilities: unasked });
    }
    return "open";
  }

  return {
    confirm,
    aidsAt: (path, withdrawn) => ({
      withdrawn,
      approvals: { ask: (request, signal) => askPermission(path, request, signal) },
    }),
  };
}

/** A path of the journal, in words. */
function placeIn(path: string): string {
  const slash = path.indexOf("/");
  if (slash !== -1) return `step ${path.slice(slash + 1)}`;
  return path === "" ? "" : `element ${path}`;
}
