import type { DecisionAids, PermissionRequest } from "../5-authorise/permission.ts";
import { timeLimitPassed } from "../5-authorise/rules-policy.ts";
import {
  type Approval,
  type ApprovalClosing,
  approvalChoices,
  approvalStates,
  isOpen,
  noteApproval,
} from "../journal/approvals.ts";
import type { Event } from "../journal/events.ts";
import type { Clock } from "./clock.ts";
import { requestText } from "./request-text.ts";
import type { RunJournal } from "./run-journal.ts";

/** An element that does not begin before a person has allowed what it can do. */
export interface Confirmed {
  readonly path: string;
  readonly name: string;
  /** Capabilities that the policy puts under `confirm` (language.md 7.5). */
  readonly confirm: readonly string[];
}

export type Confirmation = "granted" | "refused" | "open";

/** The questions of one run that no plan asks (language.md 7.5, agents.md 2): asked and answered through its journal. */
export interface Approvals {
  /** Asks when nobody was asked yet; the answer holds for the whole run. */
  confirm(element: Confirmed): Confirmation;
  /** For a policy that has to decide on a request at a place; `withdrawn` aborts when the answer is not needed any more. */
  aidsAt(path: string, withdrawn: AbortSignal): DecisionAids;
}

export function runApprovals(journal: RunJournal, clock: Clock, earlier: readonly Event[]): Approvals {
  const states = approvalStates(earlier);
  const waiting = new Map<string, (answer: boolean | null) => void>();
  journal.subscribe((event) => {
    noteApproval(states, event);
    if (event.type !== "approval.answered") return;
    const { approval, answer } = event.data;
    waiting.get(approval)?.(answer.choice === "approve");
    waiting.delete(approval);
  });
  // Whatever waited for these answers ended with the process that it ran in.
  for (const state of [...states.values()])
    if (state.reason === "permission" && isOpen(state)) close(state.id, state.path, "interrupted");

  function ask(path: string, approval: Omit<Approval, "choices" | "askedAt">): void {
    const askedAt = new Date(clock.now()).toISOString();
    const data = { approval: { ...approval, choices: approvalChoices, askedAt } };
    journal.append({ type: "approval.asked", path, data });
  }

  function close(id: string, path: string, reason: ApprovalClosing): void {
    journal.append({ type: "approval.closed", path, data: { approval: id, reason } });
  }

  async function askPermission(path: string, request: PermissionRequest, signal: AbortSignal): Promise<boolean | null> {
    if (signal.aborted) return null;
    const id = `permission-${[...states.values()].filter(({ reason }) => reason === "permission").length + 1}`;
    const message = requestText(request);
    ask(path, { id, reason: "permission", subject: request.tools.join(" or ") || request.title, message });
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      const giveUp = () => {
        if (!waiting.delete(id)) return;
        try {
          close(id, path, signal.reason === timeLimitPassed ? "time_limit" : "withdrawn");
          resolve(null);
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  return {
    confirm({ path, name, confirm }) {
      if (confirm.length === 0) return "granted";
      const id = `capability-${path}`;
      const answer = states.get(id)?.answer;
      if (answer !== undefined) return answer.choice === "approve" ? "granted" : "refused";
      if (!states.has(id)) {
        const message = `${name} needs ${confirm.join(", ")}`;
        ask(path, { id, reason: "capability", subject: name, message });
      }
      return "open";
    },
    aidsAt: (path, withdrawn) => ({
      withdrawn,
      approvals: { ask: (request, signal) => askPermission(path, request, signal) },
    }),
  };
}
