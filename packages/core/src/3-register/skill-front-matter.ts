import { invalidSkillFrontMatter, invalidSkillName, skillWithoutName } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../text/source-file.ts";
import { readFrontMatter } from "./front-matter-members.ts";
import { readToolNames } from "./tool-list.ts";

/** What the front matter of a SKILL.md says of its package (language.md 4.5, DESIGN.md 7). */
export interface SkillFrontMatter {
  /** Null when the front matter gives none, or cannot be read. */
  readonly name: string | null;
  /** `allowed-tools` as it is written; null where it constrains nothing. */
  readonly allowedTools: readonly string[] | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads it; plain data only, never a tag or an alias. */
export async function readSkillFrontMatter(source: SourceFile): Promise<SkillFrontMatter> {
  const read = await readFrontMatter(source);
  // What cannot be read may have been a constraint: it would be lost without a word.
  if (read.outcome === "unreadable") {
    const problem = invalidSkillFrontMatter({ at: read.at, problem: read.problem });
    const { start, end } = read.frontMatter.yaml;
    const constrains = /^allowed-tools[ \t]*:/m.test(source.text.slice(start, end));
    return { name: null, allowedTools: constrains ? [] : null, diagnostics: [problem] };
  }
  if (read.outcome === "none")
    return { name: null, allowedTools: null, diagnostics: [skillWithoutName({ at: read.at })] };
  const tools = readToolNames(read.members.get("allowed-tools"), "allowed-tools");
  const entry = read.members.get("name");
  const value = entry?.value;
  const name = value === null || typeof value === "object" || value === undefined ? "" : String(value).trim();
  const ofName =
    entry === undefined || name === ""
      ? [skillWithoutName({ at: startOf(source) })]
      : isPackageName(name)
        ? []
        : [invalidSkillName({ at: entry.at, name })];
  return { name: name === "" ? null : name, allowedTools: tools.names, diagnostics: [...ofName, ...tools.diagnostics] };
}

function startOf(source: SourceFile) {
  const start = source.text.startsWith("\uFEFF") ? 1 : 0;
  const newline = source.text.indexOf("\n", start);
  return { source, start, end: newline === -1 ? source.text.length : newline };
}

function isPackageName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}
