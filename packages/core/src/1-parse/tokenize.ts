import type { SourceFile } from "../text/source-file.ts";
import { afterLiteral, codeFinder } from "./code.ts";
import type { FrontMatter } from "./front-matter.ts";
import { tagReader } from "./read-tag.ts";
import { skipWhiteSpace } from "./read-value.ts";
import { greaterThan, nameAt, slash } from "./tag-names.ts";
import type { CloseTag, Token } from "./token.ts";

export interface Tokens {
  readonly tokens: readonly Token[];
  /** Where a comment begins that never ends; -1 when none does. Later ones would be inside it, were it ended. */
  readonly unclosedComment: number;
}

/**
 * Everything in a text that is more than text: tags, comments and code (language.md 2). The cursors jump from candidate to
 * candidate, and whichever of fence, span, comment and tag opens first wins.
 */
export function tokenize(
  source: SourceFile,
  start: number,
  frontMatter: FrontMatter | null,
  tagsInCode: boolean,
): Tokens {
  const { text } = source;
  const tokens: Token[] = [];
  if (frontMatter !== null) {
    tokens.push({ type: "opaque", name: null, kind: "text", start: frontMatter.start, end: frontMatter.end });
  }
  const readTag = tagReader(source);
  const codeEnd = codeFinder(text);
  const none = text.length;
  let unclosedComment = -1;
  const from = frontMatter?.end ?? start;
  let angle = find(text, "<", from);
  let tick = tagsInCode ? none : find(text, "`", from);
  let tilde = tagsInCode ? none : find(text, "~~~", from);

  /** Takes what begins with the `<` at an offset, and gives where to go on. */
  function takeAngle(at: number): number {
    const code = text.charCodeAt(at + 1);
    if (code === exclamation) return text.startsWith("<!--", at) ? takeComment(at) : at + 2;
    if (code === slash) {
      const close = closeTagAt(text, at);
      if (close === null) return at + 2;
      tokens.push(close);
      return close.end;
    }
    const name = nameAt(text, at + 1);
    if (name === null) return at + 1;
    const tag = readTag(at, name);
    tokens.push(tag);
    return tag.end;
  }

  function takeComment(at: number): number {
    const end = unclosedComment === -1 ? text.indexOf("-->", at + 2) : -1;
    if (end === -1) {
      if (unclosedComment === -1) unclosedComment = at;
      return at + 4;
    }
    tokens.push({ type: "opaque", name: null, kind: "comment", start: at, end: end + 3 });
    return end + 3;
  }

  function takeCode(at: number): number {
    const end = codeEnd(at);
    if (end === -1) return afterLiteral(text, at);
    tokens.push({ type: "opaque", name: null, kind: "text", start: at, end });
    return end;
  }

  for (;;) {
    const at = Math.min(angle, tick, tilde);
    if (at === none) return { tokens, unclosedComment };
    const next = at === angle ? takeAngle(at) : takeCode(at);
    if (angle < next) angle = find(text, "<", next);
    if (tick < next) tick = find(text, "`", next);
    if (tilde < next) tilde = find(text, "~~~", next);
  }
}

/** The next place of a string, or the end of the text. */
function find(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from);
  return at === -1 ? text.length : at;
}

function closeTagAt(text: string, start: number): CloseTag | null {
  const name = nameAt(text, start + 2);
  if (name === null) return null;
  const end = skipWhiteSpace(text, start + 2 + name.length);
  if (text.charCodeAt(end) !== greaterThan) return null;
  return { type: "close", name, start, end: end + 1, closes: null };
}

const exclamation = 33;
