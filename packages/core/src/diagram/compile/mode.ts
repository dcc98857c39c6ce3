import { simpleMode } from "../../diagnostics/catalogue.generated.ts";
import type { Diagram } from "../mermaid/diagram.ts";
import { settingOf, type TypedDraft } from "./draft.ts";
import { mostSimpleNodes } from "./limits.ts";
import type { Report } from "./report.ts";

/** The simple mode has at most 15 nodes, and no gates and loops; without gates there are no cycles either (diagram.md 2). */
export function checkSimpleMode(diagram: Diagram, drafts: readonly TypedDraft[], report: Report): void {
  if (drafts.length > mostSimpleNodes) report(simpleMode({ at: diagram.place, found: `${drafts.length} nodes` }));
  for (const draft of drafts) {
    const { node, type } = draft;
    if (type !== "gate" && type !== "loop") continue;
    report(simpleMode({ at: settingOf(draft, "type")?.place ?? node.place, found: `the ${type} \`${node.id}\`` }));
  }
}
