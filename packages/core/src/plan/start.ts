import type { Transition } from "./change.ts";
import { decisions, stopFor } from "./checkpoints.ts";
import { settle } from "./settle.ts";
import { changeStep } from "./step-change.ts";
import { stateAfter } from "./step-state.ts";
import { allowed, type EventOf, type Subject } from "./subject.ts";

/** A ready step begins its next attempt. Nothing runs for a `pass` or a `manual` step (diagram.md 3). */
export function start({ plan, node, state }: Subject, { at }: EventOf<"start">): Transition {
  const attempt = state.attempt + 1;
  const started = changeStep(node, state, "in_progress", at, { attempt });
  const begun = stateAfter(state, started);
  if (node.type === "pass") {
    const done = changeStep(node, begun, "done", at, { durationMs: 0, output: { text: "" } });
    return allowed([started, ...settle(plan, done)]);
  }
  if (node.type === "manual") {
    const waiting = changeStep(node, begun, "waiting", at);
    const stop = stopFor(plan, waiting, "manual", node.brief || node.label, decisions);
    return allowed([started, ...stop.changes], stop.effects);
  }
  return allowed([started], [{ type: "run", step: node.id, attempt }]);
}
