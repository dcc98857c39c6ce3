import { hasConflictingLists } from "../2-validate/directive.ts";
import { type Attribute, attribute, type Document, type Element } from "../ast/nodes.ts";
import type { Place } from "../text/source-file.ts";
import { runtimeName, toolList } from "./tool-names.ts";
import type { ToolTag } from "./tool-set.ts";

/** Reads a `<tool>` in the runtime's names; undefined for one that is an error and so constrains nothing (language.md 5). */
export function readToolTag(element: Element, configured: ReadonlySet<string>): ToolTag | undefined {
  if (hasConflictingLists(element)) return undefined;
  const canonical = (name: string) => runtimeName(name, configured);
  const listed = (value: string) => [...new Set(toolList(value).map(canonical))];
  const allow = attribute(element, "allow");
  const name = attribute(element, "name");
  return {
    allow: allow === undefined ? null : listed(allow),
    deny: listed(attribute(element, "deny") ?? ""),
    name: name === undefined || name === "" ? null : canonical(name),
  };
}

/** One entry of a list of tools, where it stands. */
export interface ToolMention {
  readonly written: string;
  readonly name: string;
  readonly at: Place;
}

/** The tools an attribute mentions, each once; `name` and `use` hold a single one, commas and all. */
export function toolMentions(document: Document, found: Attribute, configured: ReadonlySet<string>): ToolMention[] {
  const { source } = document;
  const isList = found.name === "allow" || found.name === "deny";
  const raw = source.text.slice(found.valueStart, found.valueEnd);
  const mentions = new Map<string, ToolMention>();
  let start = found.valueStart;
  for (const entry of isList ? raw.split(",") : [raw]) {
    const written = entry.trim();
    const from = start + entry.indexOf(written);
    start += entry.length + 1;
    if (written === "" || mentions.has(written)) continue;
    const at = { source, start: from, end: from + written.length };
    mentions.set(written, { written, name: runtimeName(written, configured), at });
  }
  return [...mentions.values()];
}
