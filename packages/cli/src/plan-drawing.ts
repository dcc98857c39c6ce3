import {
  isDrawable,
  largestPicture,
  type PlanDefinition,
  type PlanProgress,
  renderMermaid,
  renderSvg,
} from "@agent-markup/core";
import { UsageError } from "./exit.ts";

export type DrawingFormat = "mermaid" | "svg";

/** Whether a format is a drawing; `--plan` chooses what is drawn, and says nothing about any other format. */
export function isDrawing<Other extends string>(
  format: Other | DrawingFormat,
  chosen: string | undefined,
): format is DrawingFormat {
  if (format === "mermaid" || format === "svg") return true;
  if (chosen === undefined) return false;
  throw new UsageError(`--plan chooses the plan to draw, and --format ${format} shows all`, "leave --plan out");
}

export interface PlanToDraw {
  readonly definition: PlanDefinition;
  readonly progress?: PlanProgress;
}

export interface DrawingRequest {
  readonly format: DrawingFormat;
  /** The plan that was asked for with `--plan`. */
  readonly chosen: string | undefined;
  /** The document or run, as a person calls it. */
  readonly subject: string;
  /** What stands above an SVG. */
  readonly heading: string;
}

/** Draws plans as mermaid, one below the other, or one plan as SVG. */
export async function drawPlans(plans: readonly PlanToDraw[], request: DrawingRequest): Promise<string> {
  const { format, chosen, subject } = request;
  if (plans.length === 0) throw new UsageError(`${subject} has no plan that could be drawn`);
  const ids = plans.map(({ definition }) => definition.id);
  const wanted = chosen === undefined ? plans : plans.filter(({ definition }) => definition.id === chosen);
  const [first, ...others] = wanted;
  if (first === undefined) throw new UsageError(`${subject} has no plan "${chosen}"`, `its plans: ${ids.join(", ")}`);
  if (format === "mermaid")
    return wanted.map(({ definition, progress }) => renderMermaid(definition, progress)).join("\n");
  if (others.length > 0)
    throw new UsageError(
      `${subject} has ${plans.length} plans, and an SVG shows one`,
      `choose one with --plan: ${ids.join(", ")}`,
    );
  return drawSvg(first, plans.length === 1 ? request.heading : `${request.heading} (${first.definition.id})`);
}

async function drawSvg({ definition, progress }: PlanToDraw, heading: string): Promise<string> {
  if (isDrawable(definition)) return renderSvg(definition, progress, heading);
  const { nodes, edges } = definition;
  throw new UsageError(
    `the plan has ${nodes.length} steps and ${edges.length} edges; an SVG takes up to ${largestPicture.steps} and ${largestPicture.edges}`,
    "--format mermaid and --format text show plans of any size",
  );
}
