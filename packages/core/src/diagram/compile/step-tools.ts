import { isKnownTool, runtimeName, toolList } from "../../5-authorise/tool-names.ts";
import { narrow, requestRemarks, type ToolSet, type ToolTag } from "../../5-authorise/tool-set.ts";
import { foreignToolName, stepToolNotAllowed, unknownTool } from "../../diagnostics/catalogue.generated.ts";
import { settingOf, type TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";

/** The constraint around a diagram, and the tools that the host adds to those that every runtime knows. */
export interface ToolScope {
  readonly around: ToolSet;
  readonly configured: ReadonlySet<string>;
}

export interface StepTools {
  /** What the step names, in the runtime's names; null when it names nothing. */
  readonly named: readonly string[] | null;
  readonly tools: ToolSet;
}

/** The enclosing constraint narrowed by a step's `tools`; a tool outside of it is an error (diagram.md 3). */
export function stepTools(draft: TypedDraft, { around, configured }: ToolScope, report: Report): StepTools {
  const setting = settingOf(draft, "tools");
  if (setting === undefined) return { named: null, tools: around };
  const { place: at } = setting;
  const named = toolList(setting.value).map((written) => {
    const name = runtimeName(written, configured);
    if (name !== written) report(foreignToolName({ at, written, name }));
    else if (!isKnownTool(name, configured)) report(unknownTool({ at, name }));
    return name;
  });
  const tag: ToolTag = { allow: [...new Set(named)], deny: [], name: null };
  for (const remark of requestRemarks(around, tag))
    if (remark.kind === "denied-by-ancestor" || remark.kind === "not-allowed")
      report(stepToolNotAllowed({ at, node: draft.node.id, tool: remark.tool }));
  return { named: tag.allow, tools: narrow(around, tag).tools };
}
