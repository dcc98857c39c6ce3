import {
  codeFrame,
  duration,
  labelLine,
  type Paint,
  printable,
  printableLine,
  type RunResult,
  stepMarks,
} from "@agent-markup/core";
import type picocolors from "picocolors";
import { checkpointText } from "./checkpoint-text.ts";
import { commandName } from "./command-name.ts";
import { paintWith } from "./output.ts";
import { paintStatus } from "./step-status.ts";

type Colors = ReturnType<typeof picocolors.createColors>;

/** A run's result for a person: what it printed, its steps, what waits, and the run's id. */
export function resultText(
  result: RunResult,
  texts: Readonly<Record<string, string>>,
  colors: Colors,
  plans: readonly string[],
): string {
  const blocks = [
    diagnosticsText(result, texts, paintWith(colors)),
    outputText(result.output.text),
    ...plans,
    waitingText(result),
    summaryText(result, colors),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** The document's text with the gaps closed that its tags left. */
function outputText(text: string): string {
  return printable(text)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function diagnosticsText({ diagnostics }: RunResult, texts: Readonly<Record<string, string>>, paint: Paint): string {
  return diagnostics
    .filter(({ severity }) => severity !== "hint")
    .map((diagnostic) => codeFrame(diagnostic, texts[diagnostic.file], paint))
    .join("\n\n");
}

/** The steps of a plan that did not come to its end, a line each. */
export function stepsText(plan: RunResult["plans"][number], colors: Colors): string {
  const width = Math.max(...plan.nodes.map(({ id }) => id.length));
  const lines = plan.nodes.map((node) => {
    const { id, status, attempt, durationMs, label, error } = node;
    const time = durationMs === undefined ? "" : ` ${duration(durationMs)}`;
    const again = attempt > 1 ? `, attempt ${attempt}` : "";
    const why =
      error === undefined || status === "done" ? "" : `\n  ${" ".repeat(width)}     ${printableLine(error, 200)}`;
    return `  ${paintStatus(stepMarks[status], status, colors)} ${id.padEnd(width)}  ${printableLine(labelLine(label), 50)}: ${status}${time}${again}${why}`;
  });
  return lines.join("\n");
}

function waitingText({ run, status, checkpoints }: RunResult): string {
  const open = checkpoints.filter(
    (question) =>
      question.answer === undefined &&
      !("closed" in question) &&
      (question.reason !== "permission" || status === "running"),
  );
  if (run === null || open.length === 0) return "";
  return [
    open.length === 1 ? "A person is asked:" : "A person is asked, each of:",
    ...open.map((checkpoint) => checkpointText(run, checkpoint)),
  ].join("\n");
}

function summaryText(result: RunResult, colors: Colors): string {
  const { run, status, plans, error, permissions } = result;
  if (run === null) return colors.red("refused: nothing was run");
  const nodes = plans.flatMap((plan) => plan.nodes);
  const counts = ["done", "skipped", "blocked", "waiting", "in_progress", "pending"]
    .map((name) => ({ name, count: nodes.filter((node) => node.status === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${count === 1 ? "step" : "steps"} ${name.replace("_", " ")}`);
  const asked =
    permissions.asked === 0 ? [] : [`permissions: ${permissions.asked} asked, ${permissions.allowed} allowed`];
  const lines = [
    `${paintStatus(status, status, colors)}: ${[...counts, ...asked].join(", ") || "no steps"}`,
    ...recordingLines(result),
    // What blocked steps have to say stands beside them.
    ...(error === undefined || error.code === "StepBlocked" ? [] : [`${error.code}: ${printable(error.message)}`]),
    `run ${colors.bold(run)}   ${commandName()} log ${run}${status === "interrupted" ? `   ${commandName()} resume ${run}` : ""}`,
  ];
  return lines.join("\n");
}

/** A replay must not be taken for the work itself. */
function recordingLines({ recording }: RunResult): string[] {
  if (recording === undefined) return [];
  const folder = printable(recording.folder);
  if (recording.mode === "record") return [`what its agents do is recorded in ${folder}`];
  return [`a replay of ${folder}: no agent was started, and what agents did to files was not done again`];
}
