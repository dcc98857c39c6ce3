import { foldLabel } from "../plan/labels.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { type StepResult, stepResultFrom } from "./step-result.ts";

/** Where an agent says by the tool `step_result` what the step that it was given came to (diagram.md 3). */
export interface ResultDesk {
  /** Takes the first valid result; says why any other is refused. */
  hand(input: unknown): { readonly taken: StepResult } | { readonly refused: string };
  /** The one that was taken. */
  taken(): StepResult | null;
}

export const stepResultName = "step_result";

export const stepResultOffer: OfferedTool = {
  name: stepResultName,
  description:
    "Says what the step of the procedure that you were given came to. Call it once, as the last thing you do in that step.",
  inputSchema: {
    type: "object",
    properties: {
      status: { type: "string", enum: ["done", "failed"], description: "failed when it could not be done as written." },
      summary: { type: "string", description: "One sentence; for a failed step the reason." },
      output: {
        description: "What later steps need to know: text or JSON. For a decision, the label that you choose.",
      },
    },
    required: ["status", "summary"],
    additionalProperties: false,
  },
  standsIn: false,
};

/** A desk for one attempt at one step; `labels` are those of a gate, one of which the output must be. */
export function resultDesk(labels: readonly string[] | null): ResultDesk {
  let taken: StepResult | null = null;
  return {
    hand(input) {
      if (taken !== null) return { refused: `the result of this step was given already: ${taken.status}` };
      const result = stepResultFrom(input);
      if (result === null) return { refused: 'step_result needs the status "done" or "failed"' };
      if (!decides(result, labels)) {
        const choices = labels?.map((label) => JSON.stringify(label)).join(", ");
        return { refused: `this step is a decision: "output" must be exactly one of ${choices}` };
      }
      taken = result;
      return { taken: result };
    },
    taken: () => taken,
  };
}

/** Whether a result says all that its step asks for: of a gate that is done, one of the labels. */
export function decides({ status, output }: StepResult, labels: readonly string[] | null): boolean {
  if (status === "failed" || labels === null) return true;
  const decided = typeof output === "string" ? foldLabel(output) : null;
  return labels.some((label) => foldLabel(label) === decided);
}
