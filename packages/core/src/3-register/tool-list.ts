import { misshapenFrontMatter } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FrontMatterMember } from "./front-matter-members.ts";

export interface ToolNames {
  /** As they are written, each once; null where the list constrains nothing: there is none, or it holds `*`. */
  readonly names: readonly string[] | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The tools that a member of front matter lists: YAML list or text, with commas or spaces between. A misshapen one allows nothing. */
export function readToolNames(member: FrontMatterMember | undefined, key: string): ToolNames {
  if (member === undefined || member.value === null) return { names: null, diagnostics: [] };
  const { value, at } = member;
  const texts = typeof value === "string" ? [value] : Array.isArray(value) ? value : null;
  if (texts === null || !texts.every((text) => typeof text === "string")) {
    const expected = "a text such as `Read, Grep`, or a list of texts";
    return { names: [], diagnostics: [misshapenFrontMatter({ at, key, expected })] };
  }
  const names = [...new Set(texts.flatMap(namesIn))];
  return { names: names.includes("*") ? null : names, diagnostics: [] };
}

/** Separators in parentheses belong to a rule: `Bash(git add:*, git diff:*)` is one name. */
function namesIn(text: string): string[] {
  return (text.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []).filter((name) => name !== "");
}
