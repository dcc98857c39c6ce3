import type { Document } from "../ast/nodes.ts";
import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { type Source, sourceFile } from "../text/source-file.ts";
import { frontMatterOf } from "./front-matter.ts";
import { readElements } from "./read-elements.ts";
import { tagReader } from "./read-tag.ts";
import { checkAfterRoot, checkRootTag, rootAt } from "./root.ts";

export interface ParseOptions {
  /** Reads tags in Markdown code as tags, which otherwise are text (language.md 2, code). */
  readonly tagsInCode?: boolean;
}

export interface Parsed {
  readonly document: Document;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a text into a tree that keeps every character of it (language.md 2 and 3). Never throws: what is wrong is in the
 * diagnostics, AML1001 to AML1027, and the tree is what the author most likely meant.
 */
export function parse(source: Source | string, { tagsInCode = false }: ParseOptions = {}): Parsed {
  const file = sourceFile(source);
  const { text } = file;
  const bodyStart = text.startsWith("\uFEFF") ? 1 : 0;
  const frontMatter = frontMatterOf(text, bodyStart);
  const root = rootAt(text, frontMatter?.end ?? bodyStart, tagReader(file));
  const { tree, diagnostics, rootEnd } = readElements({
    source: file,
    root,
    frontMatter,
    start: root?.end ?? bodyStart,
    tagsInCode,
  });
  const reported = [diagnostics];
  if (root !== null) reported.push(checkRootTag(file, root));
  const end = root?.selfClosing ? root : rootEnd;
  if (root !== null && end !== null) reported.push(checkAfterRoot(file, root, end));
  const document: Document = {
    source: file,
    version: root?.version?.value ?? null,
    frontMatter: frontMatter?.yaml ?? null,
    bodyStart: root?.end ?? bodyStart,
    bodyEnd: rootEnd?.start ?? (root?.selfClosing ? root.end : text.length),
    children: tree.nodes,
    elements: tree.elements,
  };
  return { document, diagnostics: inSourceOrder(reported.flat()) };
}
