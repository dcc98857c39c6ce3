import { toolRuleNotHeld, unknownTool } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Place } from "../text/source-file.ts";
import { listedTool } from "./listed-tools.ts";
import { foreignTools, runtimeTools } from "./tool-names.ts";

/** The warnings about names in the front matter of an agent or a skill; those known from elsewhere are at home there. */
export function checkListedTools(
  names: readonly string[],
  at: Place,
  configured: ReadonlySet<string> = new Set(),
): Diagnostic[] {
  return names.flatMap((name) => {
    const { written, tools, isRule } = listedTool(name, configured);
    const [tool] = tools;
    if (tool === undefined) return [unknownTool({ at, name: written, help: advice(written, configured) })];
    return isRule ? [toolRuleNotHeld({ at, written, tool })] : [];
  });
}

function advice(name: string, configured: ReadonlySet<string>): string {
  const nearest = nearestName(name, [...runtimeTools, ...configured, ...foreignTools.keys()]);
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`;
  return `it allows nothing here; the runtime's own tools are ${runtimeTools.join(", ")}`;
}
