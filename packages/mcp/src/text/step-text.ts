import { randomBytes } from "node:crypto";
import { type HandedStep, renderPrompt } from "@agent-markup/core";

/** What an agent reads of the step that it is given: the step, what it may use, and how to say what it came to. */
export function stepText(step: HandedStep): string {
  const { position, total, step: id, label, attempt, brief, data } = step;
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  const lines = [
    `Step ${position} of ${total}: ${id} (${label})${again}.`,
    "Do this step and no other:",
    brief === "" ? label : brief,
    ...runLines(step),
    ...settingLines(step),
    reportLine(step),
  ];
  return renderPrompt({ instructions: lines.join("\n\n"), data }, randomBytes(6).toString("hex"));
}

function runLines({ run }: HandedStep): string[] {
  if (run === undefined) return [];
  const database = run.database === undefined ? "" : ` on the database ${run.database}`;
  const longest = Math.max(2, ...[...run.text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`Run exactly this with ${run.tool}${database}, unchanged:\n${fence}\n${run.text.trimEnd()}\n${fence}`];
}

function settingLines({ tools, model, session, pass, timeoutMs, verify }: HandedStep): string[] {
  const { allowed, denied } = tools;
  const lines = [
    allowed === null
      ? denied.length === 0
        ? ""
        : `Every tool but: ${denied.join(", ")}.`
      : `Tools: ${allowed.length === 0 ? "none" : `${allowed.join(", ")}, and no other`}.`,
    model === undefined ? "" : `Model: ${model}.`,
    session === undefined ? "" : `Session: ${session}.`,
    pass === undefined
      ? ""
      : `Pass ${pass.iter} of ${pass.maxIter}. Complete with the output {"exit": true} to end the loop early.`,
    timeoutMs === undefined ? "" : `Time limit: ${timeoutMs / 1000} s.`,
    verify === undefined ? "" : `Completing it runs a command, which must succeed: ${verify}`,
  ].filter((line) => line !== "");
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function reportLine({ plan, step, attempt, type, labels = [], asksPerson = [] }: HandedStep): string {
  const named = `plan ${JSON.stringify(plan)}, step ${JSON.stringify(step)}, attempt ${attempt}`;
  const failing = "plan_fail with the reason if it cannot be done as written.";
  if (type !== "gate") return `Then call plan_complete (${named}) with what later steps need to know, or ${failing}`;
  const asked = asksPerson.length === 0 ? "" : ` (${quoted(asksPerson)} leaves the decision to a person)`;
  return `This is a decision. Call plan_route (${named}) with one of ${quoted(labels)}${asked}, or ${failing}`;
}

function quoted(labels: readonly string[]): string {
  return labels.map((label) => JSON.stringify(label)).join(", ");
}
