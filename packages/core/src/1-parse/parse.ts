import type { Document } from "../ast/nodes.ts";
import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { type Source, sourceFile } from "../text/source-file.ts";
import { build } from "./build.ts";
import { frontMatterOf } from "./front-matter.ts";
import { match } from "./match.ts";
import { reportUnclosedComment } from "./report.ts";
import { checkRoot, rootOf } from "./root.ts";
import type { CloseTag, OpenTag } from "./token.ts";
import { tokenize } from "./tokenize.ts";

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
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const frontMatter = frontMatterOf(text, start);
  const { tokens, unclosedComment } = tokenize(file, start, frontMatter, tagsInCode);
  const root = rootOf(text, frontMatter?.end ?? start, tokens);
  const { end, diagnostics } = match(file, tokens, root);
  const body = root === null ? { start, end: text.length } : { start: root.end, end: rootEnd(root, end, text.length) };
  const reported = [diagnostics, root === null ? [] : checkRoot(file, root, end, tokens)].flat();
  if (unclosedComment !== -1) reported.push(reportUnclosedComment(file, unclosedComment));
  const document: Document = {
    source: file,
    version: root?.attributes.find(({ name }) => name === "version")?.value ?? null,
    frontMatter: frontMatter?.yaml ?? null,
    bodyStart: body.start,
    bodyEnd: body.end,
    ...build(tokens, body),
  };
  return { document, diagnostics: inSourceOrder(reported) };
}

function rootEnd(root: OpenTag, end: OpenTag | CloseTag | null, whole: number): number {
  if (end === null) return whole;
  return root.selfClosing ? root.end : end.start;
}
