import { duration, type Event, labelLine, printable, printableLine } from "@agent-markup/core";
import { checkpointText } from "./checkpoint-text.ts";

/** One line about a change that whoever waits wants to see; null for everything else. */
export function progressLine(event: Event, labels: ReadonlyMap<string, string>): string | null {
  const named = (step: string) => {
    const label = labels.get(step);
    return label === undefined || label === step
      ? printable(step)
      : `${printable(step)} ${printableLine(labelLine(label), 60)}`;
  };
  switch (event.type) {
    case "run.started":
      return `run ${event.run}`;
    case "run.resumed":
      return `run ${event.run} resumed`;
    case "step.started":
      return `${named(event.data.step)}: started${event.data.attempt > 1 ? `, attempt ${event.data.attempt}` : ""}`;
    case "step.done": {
      const label = event.data.label === undefined ? "" : ` (${printableLine(event.data.label, 40)})`;
      return `${named(event.data.step)}: done in ${duration(event.data.durationMs)}${label}`;
    }
    case "step.skipped":
      return `${named(event.data.step)}: skipped (${event.data.reason})`;
    case "step.blocked":
      return `${named(event.data.step)}: blocked: ${printableLine(event.data.error, 200)}`;
    case "step.waiting":
      return `${named(event.data.step)}: waiting for a person`;
    case "step.pending":
      return `${named(event.data.step)}: ${event.data.again === "interrupted" ? "was interrupted" : "to be tried again"}`;
    case "approval.asked": {
      const { approval } = event.data;
      return `a person is asked:\n${checkpointText(event.run, { ...approval, step: approval.subject, path: event.path ?? "" })}`;
    }
    case "approval.answered":
      return `${event.data.approval}: ${event.data.answer.choice} by ${printableLine(event.data.answer.actor, 60)}`;
    case "approval.closed":
      return `${event.data.approval}: not answered (${event.data.reason})`;
    case "permission.decided":
      return `permission for ${printableLine(event.data.request.title, 60)}: ${event.data.decision.allows ? "allowed" : "refused"} (${event.data.decision.rule})`;
    default:
      return null;
  }
}
