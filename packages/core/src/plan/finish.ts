import type { Transition } from "./change.ts";
import { exhaustion, labelChoices, stopFor } from "./checkpoints.ts";
import { block } from "./fail.ts";
import { decide, labelsOf } from "./gates.ts";
import { asksWhenExhausted, laterPasses } from "./loops.ts";
import type { CheckpointReason } from "./plan.ts";
import { nodeAt, stateAt } from "./progress.ts";
import { listed, refuse } from "./refusals.ts";
import { settle } from "./settle.ts";
import { changeStep, resultOf } from "./step-change.ts";
import { allowed, type EventOf, type Subject } from "./subject.ts";

/** An attempt succeeded: the step is done, unless its gate or its loop needs a person's word (diagram.md 2 and 5). */
export function finish(subject: Subject, event: EventOf<"finish">): Transition {
  const { plan, node, state } = subject;
  if (event.exitLoop && node.type !== "loop")
    return refuse("exit-without-loop", `step "${node.id}" is no loop that could end early; finish it without that`);
  if (node.type === "gate") return finishGate(subject, event);
  if (event.label !== undefined)
    return refuse("label-without-gate", `step "${node.id}" is no gate; finish it without the label "${event.label}"`);
  if (!event.exitLoop && asksWhenExhausted(node)) {
    const waiting = changeStep(node, state, "waiting", event.at, resultOf(event));
    const message = `all ${node.maxIter} passes of "${node.origin}" are used, and none ended the loop`;
    const stop = stopFor(plan, waiting, "exhausted", message, exhaustion);
    return allowed(stop.changes, stop.effects);
  }
  const done = changeStep(node, state, "done", event.at, resultOf(event));
  const rest = event.exitLoop ? laterPasses(plan, node.index) : [];
  const skips = rest.map((pass) =>
    changeStep(nodeAt(plan, pass), stateAt(plan, pass), "skipped", event.at, { skipped: "loop_exit" }),
  );
  return allowed(settle(plan, done, skips));
}

/** Neither a tool nor an agent could decide the gate: a person does. */
export function askGate(subject: Subject, event: EventOf<"ask">): Transition {
  if (subject.node.type === "gate") return askForLabel(subject, event, "gate", event.message);
  return refuse(
    "ask-without-gate",
    `step "${subject.node.id}" is no gate that a person could decide; finish or fail it`,
  );
}

function finishGate(subject: Subject, event: EventOf<"finish">): Transition {
  const { plan, node, state } = subject;
  const labels = listed(labelsOf(plan, node.index));
  if (event.label === undefined)
    return refuse("gate-needs-label", `gate "${node.id}" is done when a label is decided: ${labels}`);
  const decision = decide(plan, node.index, event.label);
  switch (decision.type) {
    case "label":
      return allowed(
        settle(plan, changeStep(node, state, "done", event.at, { ...resultOf(event), label: decision.label })),
      );
    case "exhausted":
      return askForLabel(
        subject,
        event,
        "exhausted",
        `"${node.origin}" has used all ${node.maxIter} passes of its cycle`,
      );
    case "unmatched":
      return askForLabel(subject, event, "gate", `the answer ${quoted(event.label)} is none of ${labels}`);
  }
}

function askForLabel(
  subject: Subject,
  event: EventOf<"finish" | "ask">,
  reason: CheckpointReason,
  message: string,
): Transition {
  const { plan, node, state } = subject;
  const labels = labelsOf(plan, node.index);
  if (labels.length === 0) return block(subject, event, `${message}, and no label is left to choose`);
  const waiting = changeStep(node, state, "waiting", event.at, resultOf(event));
  const stop = stopFor(plan, waiting, reason, message, labelChoices(labels));
  return allowed(stop.changes, stop.effects);
}

// What an agent answers can be of any length.
function quoted(answer: string): string {
  return JSON.stringify(answer.length > 80 ? `${answer.slice(0, 80)}...` : answer);
}
