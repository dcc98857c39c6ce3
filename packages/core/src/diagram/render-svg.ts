import type { PlanDefinition } from "../plan/plan.ts";
import { drawPicture } from "./picture/draw-picture.ts";
import { labelLine } from "./picture/label-lines.ts";
import { placePicture } from "./picture/place-picture.ts";
import { type PlanPicture, type PlanProgress, pictureOf } from "./picture/plan-picture.ts";

/** What is placed in seconds: beyond it, placing takes minutes and nobody can read the picture. */
export const largestPicture = { steps: 1_000, edges: 1_500 };

/** Whether a plan is small enough for `renderSvg`. */
export function isDrawable({ nodes, edges }: PlanDefinition): boolean {
  return nodes.length <= largestPicture.steps && edges.length <= largestPicture.edges;
}

/**
 * A plan as an SVG document that needs nothing else, in light and dark, with the statuses when some progress is given
 * (diagram.md 5). `heading` stands above it, instead of the diagram's title or the plan's id. Throws `RangeError` for a plan
 * that is not drawable.
 *
 *     await renderSvg(stored.definition, stored)
 */
export async function renderSvg(plan: PlanDefinition, progress?: PlanProgress, heading?: string): Promise<string> {
  if (!isDrawable(plan)) throw new RangeError(`the plan "${plan.id}" is too large to be drawn: ask isDrawable first`);
  const picture = pictureOf(plan, progress);
  // A plan that no compiler made may have an id that would end the attribute it stands in.
  const id = plan.id.replace(/[^\w-]/g, "-");
  const captions = { id, heading: heading ?? picture.title, description: describe(picture) };
  return drawPicture(await placePicture(picture), captions);
}

const mostDescribed = 100;

function describe({ steps }: PlanPicture): string {
  const described = steps.slice(0, mostDescribed).map(({ name, remark, state }) => {
    const said = state === null ? remark : remark.slice(2);
    return `${labelLine(name)}${said === "" ? "" : `: ${labelLine(said)}`}.`;
  });
  const rest = steps.length - described.length;
  const count = steps.length === 1 ? "1 step." : `${steps.length} steps.`;
  return [count, ...described, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
