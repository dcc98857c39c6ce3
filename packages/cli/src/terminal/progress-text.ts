import { printable, printableLine, type StoredPlan, statusWords, stepMarks } from "@agent-markup/core";
import type { Output } from "./output.ts";
import { treeText } from "./tree-text.ts";

/** How far a plan of a run has come, for a person: its tree with each step's status, and what went wrong. */
export function progressText(stored: StoredPlan, output: Output): string {
  const { definition, steps, edges } = stored;
  const lines = treeText({
    plan: definition,
    indent: "  ",
    output,
    edgeState: (edge) => edges[edge],
    noteOf: (index) => {
      const state = steps[index];
      if (state === undefined) return { mark: " ", remark: "" };
      return { mark: stepMarks[state.status], remark: statusWords(state), status: state.status };
    },
  });
  return [...lines, ...whatFailed(stored)].join("\n");
}

/** What has failed and nobody is asked about: a question tells it itself. */
function whatFailed({ definition, steps, checkpoints }: StoredPlan): readonly string[] {
  const asked = new Set(checkpoints.filter(({ answer }) => answer === undefined).map(({ step }) => step));
  const failed = steps.flatMap(({ status, error }, index) => {
    const id = definition.nodes[index]?.id ?? "";
    return error === undefined || status === "done" || asked.has(id)
      ? []
      : [`  ${printable(id)}: ${printableLine(error, 200)}`];
  });
  return failed.length === 0 ? [] : ["", ...failed];
}
