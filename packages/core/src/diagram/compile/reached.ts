import { unreachedState } from "../../diagnostics/catalogue.generated.ts";
import type { Diagram } from "../mermaid/diagram.ts";
import type { TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";

/** Warns of states that begin without `[*]` in a diagram that uses it: they run all the same (diagram.md 2, implicit start). */
export function checkReached(diagram: Diagram, drafts: readonly TypedDraft[], report: Report): void {
  if (diagram.starts.length === 0) return;
  for (const { node, edgesIn, isStart } of drafts)
    if (!isStart && edgesIn.length === 0) report(unreachedState({ at: node.place, state: node.id }));
}
