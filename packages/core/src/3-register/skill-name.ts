import type { Document } from "yaml";
import { frontMatterOf } from "../1-parse/front-matter.ts";
import { invalidSkillFrontMatter, invalidSkillName, skillWithoutName } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Place, SourceFile, Span } from "../text/source-file.ts";

export interface SkillName {
  /** Null when the front matter gives none, or cannot be read. */
  readonly name: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the front matter of a SKILL.md names its package; plain data is read, never a tag or an alias (language.md 4.5). */
export async function readSkillName(source: SourceFile): Promise<SkillName> {
  const { text } = source;
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const frontMatter = frontMatterOf(text, start);
  if (frontMatter === null) return nameless(skillWithoutName({ at: { source, start, end: lineEnd(text, start) } }));
  // Loaded here, since most checks meet no skill and start-up is what they wait for.
  const { isMap, isScalar, parseDocument } = await import("yaml");
  const yaml = parseDocument(text.slice(frontMatter.yaml.start, frontMatter.yaml.end), { prettyErrors: false });
  const problem = faultOf(yaml, source, frontMatter.yaml);
  if (problem !== undefined) return nameless(problem);
  const entry = isMap(yaml.contents)
    ? yaml.contents.items.find(({ key }) => isScalar(key) && key.value === "name")
    : undefined;
  const value = isScalar(entry?.value) ? entry.value : undefined;
  const name = value?.value === null || value === undefined ? "" : String(value.value).trim();
  if (name === "") return nameless(skillWithoutName({ at: { source, start, end: lineEnd(text, start) } }));
  if (isPackageName(name)) return { name, diagnostics: [] };
  return { name, diagnostics: [invalidSkillName({ at: placeOf(value?.range, source, frontMatter.yaml), name })] };
}

function nameless(diagnostic: Diagnostic): SkillName {
  return { name: null, diagnostics: [diagnostic] };
}

function faultOf(yaml: Document, source: SourceFile, span: Span): Diagnostic | undefined {
  const [error] = yaml.errors;
  if (error === undefined) return undefined;
  return invalidSkillFrontMatter({ at: placeOf(error.pos, source, span), problem: error.message });
}

function isPackageName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** A range of the YAML as a place in the file, at least one character and within one line. */
function placeOf(range: readonly number[] | null | undefined, source: SourceFile, yaml: Span): Place {
  const [from = 0, to = from + 1] = range ?? [];
  const start = Math.min(yaml.start + from, Math.max(yaml.start, yaml.end - 1));
  const end = Math.min(Math.max(start + 1, yaml.start + to), Math.max(start + 1, lineEnd(source.text, start)));
  return { source, start, end };
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}
