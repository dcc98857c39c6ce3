import { type PlanProgress, printableLine, type StoredPlan, statusWords, stepMarks } from "@agent-markup/core";
import type { Output } from "./output.ts";
import { treeText } from "./tree-text.ts";

/** How far a plan of a run has come, for a person: its tree with each step's status, and what the blocked ones say. */
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

function whatFailed({ definition, steps }: Pick<StoredPlan, "definition"> & PlanProgress): readonly string[] {
  const failed = steps.flatMap(({ status, error }, index) =>
    error === undefined || status === "done" ? [] : [`  ${definition.nodes[index]?.id}: ${printableLine(error, 200)}`],
  );
  return failed.length === 0 ? [] : ["", ...failed];
}
