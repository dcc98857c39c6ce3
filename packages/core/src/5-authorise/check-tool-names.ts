import { capabilities } from "../2-validate/definition.ts";
import type { Document, Element } from "../ast/nodes.ts";
import { foreignToolName, unknownDeniedTool, unknownTool } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearestName } from "../text/nearest-name.ts";
import { type ToolMention, toolMentions } from "./read-tool-tag.ts";
import { foreignTools, isKnownTool, runtimeTools } from "./tool-names.ts";

/** The attributes of an element that name tools. */
function toolAttributes({ kind }: Element): readonly string[] {
  if (kind === "tool") return ["name", "allow", "deny"];
  if (kind === "use") return ["use"];
  return kind === "implementation" ? ["run"] : [];
}

/** Names known from elsewhere are mapped; one that nothing knows is an error where it would deny nothing (language.md 5.1). */
export function checkToolNames(document: Document, element: Element, configured: ReadonlySet<string>): Diagnostic[] {
  const names = toolAttributes(element);
  return element.attributes
    .filter(({ name, value }) => value !== null && names.includes(name))
    .flatMap((found) =>
      toolMentions(document, found, configured).flatMap((mention) => judge(mention, found.name === "deny", configured)),
    );
}

function judge(mention: ToolMention, isDenied: boolean, configured: ReadonlySet<string>): Diagnostic[] {
  const { written, name, at } = mention;
  if (name !== written) return [foreign(mention)];
  if (isKnownTool(name, configured)) return [];
  const details = { at, name, help: advice(name, configured) };
  return [isDenied ? unknownDeniedTool(details) : unknownTool(details)];
}

function foreign({ written, name, at }: ToolMention): Diagnostic {
  const edit = { file: at.source.file, start: at.start, end: at.end, text: name };
  return foreignToolName({ at, written, name, fixes: [{ title: `Write \`${name}\``, safe: true, edits: [edit] }] });
}

function advice(name: string, configured: ReadonlySet<string>): string {
  if (name.includes(",")) return "it is a single name: write a list in `allow` or `deny`";
  if (/^mcp\b/i.test(name)) return "tools of an MCP server are `mcp/SERVER/TOOL`, or `mcp/SERVER/*` for all of them";
  if (capabilities.some((capability) => capability === name)) return "it is a capability: name the tools that have it";
  if (name.includes("*")) return "`mcp/SERVER/*` is the only wildcard";
  const nearest = nearestName(name, [...runtimeTools, ...configured, ...foreignTools.keys()]);
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`;
  return `the runtime's own tools are ${runtimeTools.join(", ")}; others are named in the configuration`;
}
