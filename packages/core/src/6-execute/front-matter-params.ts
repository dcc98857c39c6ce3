import { frontMatterOf } from "../1-parse/front-matter.ts";
import { unreadableFrontMatter } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Place, type Source, type SourceFile, type Span, sourceFile } from "../text/source-file.ts";
import { type ParamDeclaration, readDeclarations } from "./front-matter-declarations.ts";

/** What a document declares about the params of a run (language.md 7.5). */
export interface DocumentParams {
  /** In the order they are written; empty where the document takes none. */
  readonly declarations: readonly ParamDeclaration[];
  /** The name of the member `params`. */
  readonly at: Place;
  readonly diagnostics: readonly Diagnostic[];
}

/** A line that may begin the declarations; only YAML can tell whether it does. */
const candidate = /^[{ \t]*["']?params["']?[ \t]*:/m;

/** Whether the front matter may declare params: without a look at this, reading it would cost every run. */
export function mayDeclareParams({ text }: Source): boolean {
  const yaml = yamlOf(text);
  return yaml !== null && candidate.test(text.slice(yaml.start, yaml.end));
}

/** The params that a document declares in its front matter; null for one that declares none and takes any. */
export async function readParams(document: Source): Promise<DocumentParams | null> {
  const yaml = yamlOf(document.text);
  if (yaml === null || !mayDeclareParams(document)) return null;
  const source = sourceFile(document);
  const { readYaml } = await import("../contracts/instance/read-yaml.ts");
  const { root, diagnostics } = await readYaml(alone(source, yaml));
  const start = { source, start: yaml.start, end: yaml.start + 1 };
  if (root === null || diagnostics.length > 0) {
    return { declarations: [], at: start, diagnostics: diagnostics.map((found) => unreadable(source, found)) };
  }
  const member = root.members?.get("params");
  if (member === undefined) return null;
  const at = { source, start: member.keyStart, end: member.keyEnd };
  return { at, ...readDeclarations(member.value, at) };
}

function yamlOf(text: string): Span | null {
  return frontMatterOf(text, text.startsWith("\uFEFF") ? 1 : 0)?.yaml ?? null;
}

/** The YAML with nothing before it but space, so that every place in it is the place in the document. */
function alone({ file, text }: SourceFile, { start, end }: Span): SourceFile {
  return sourceFile({ file, text: text.slice(0, start).replace(/[^\r\n]/g, " ") + text.slice(start, end) });
}

function unreadable(source: SourceFile, { start, end, message }: Diagnostic): Diagnostic {
  return unreadableFrontMatter({ at: { source, start: start.offset, end: end.offset }, problem: message });
}
