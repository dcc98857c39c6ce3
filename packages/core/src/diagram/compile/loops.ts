import { boundWithoutLoop, loopWithoutBound, unusedBound } from "../../diagnostics/catalogue.generated.ts";
import { passes } from "../settings.ts";
import type { BoundedCycle } from "./bounded-cycle.ts";
import { settingOf, type TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";

/** How often a loop, or the cycle that a gate closes, may be passed; undefined when nothing bounds it. */
export function boundOf(draft: TypedDraft): number | undefined {
  const bound = settingOf(draft, "max_iter");
  return bound === undefined ? undefined : passes(bound.value);
}

/** A loop needs its bound, and only loops and gates have one: anywhere else the loop was forgotten (diagram.md 2). */
export function checkBounds(drafts: readonly TypedDraft[], report: Report): void {
  for (const draft of drafts) {
    const { node, type } = draft;
    const bound = settingOf(draft, "max_iter");
    if (type === "loop" && bound === undefined)
      report(loopWithoutBound({ at: settingOf(draft, "type")?.place ?? node.place, node: node.id }));
    if (type !== "loop" && type !== "gate" && bound !== undefined)
      report(boundWithoutLoop({ at: bound.place, node: node.id, type }));
  }
}

/** The bound of a gate says how often it may close its cycle: without one it bounds nothing. */
export function checkUnusedBounds(
  drafts: readonly TypedDraft[],
  cycles: readonly BoundedCycle[],
  report: Report,
): void {
  const closing = new Set(cycles.flatMap((cycle) => [...cycle.closing].map(({ from }) => from)));
  for (const draft of drafts) {
    const bound = settingOf(draft, "max_iter");
    if (draft.type === "gate" && bound !== undefined && !closing.has(draft.index))
      report(unusedBound({ at: bound.place, gate: draft.node.id }));
  }
}
