import type { Span } from "../text/source-file.ts";
import { exclamation, greaterThan, skipWhiteSpace, slash } from "./characters.ts";
import { afterLiteral, codeFinder } from "./code.ts";
import type { ReadTag } from "./read-tag.ts";
import type { TagDraft } from "./tag-draft.ts";
import { type Name, nameAt } from "./tag-names.ts";

export interface CloseTag extends Span {
  readonly name: Name;
}

/** What a scan finds, in order. */
export interface Sink {
  openTag(tag: TagDraft): void;
  /** Whether to go on. */
  closeTag(name: Name, start: number, end: number): boolean;
  comment(start: number, end: number): void;
  code(start: number, end: number): void;
  /** A comment that never ends: only the first, since the later ones would be inside it, were it ended. */
  unclosedComment(start: number): void;
}

/**
 * Finds everything in a text that is more than text: tags, comments and code (language.md 2). The cursors jump from candidate to
 * candidate, and whichever of fence, span, comment and tag opens first wins.
 */
export function scan(text: string, from: number, tagsInCode: boolean, readTag: ReadTag, sink: Sink): void {
  const codeEnd = codeFinder(text);
  const none = text.length;
  let hasUnclosedComment = false;
  let angle = find(text, "<", from);
  let tick = tagsInCode ? none : find(text, "`", from);
  let tilde = tagsInCode ? none : find(text, "~~~", from);

  /** Takes what begins with the `<` at an offset, and gives where to go on. */
  function takeAngle(at: number): number {
    const code = text.charCodeAt(at + 1);
    if (code === slash) return takeCloseTag(at);
    if (code === exclamation) return text.startsWith("<!--", at) ? takeComment(at) : at + 2;
    const name = nameAt(text, at + 1);
    if (name === null) return at + 1;
    const tag = readTag(at, name);
    const { end } = tag;
    sink.openTag(tag);
    return end;
  }

  function takeCloseTag(at: number): number {
    const name = nameAt(text, at + 2);
    if (name === null) return at + 2;
    const end = skipWhiteSpace(text, at + 2 + name.length);
    if (text.charCodeAt(end) !== greaterThan) return at + 2;
    return sink.closeTag(name, at, end + 1) ? end + 1 : none;
  }

  function takeComment(at: number): number {
    const end = hasUnclosedComment ? -1 : text.indexOf("-->", at + 2);
    if (end === -1) {
      if (!hasUnclosedComment) sink.unclosedComment(at);
      hasUnclosedComment = true;
      return at + 4;
    }
    sink.comment(at, end + 3);
    return end + 3;
  }

  function takeCode(at: number): number {
    const end = codeEnd(at);
    if (end === -1) return afterLiteral(text, at);
    sink.code(at, end);
    return end;
  }

  for (let at = Math.min(angle, tick, tilde); at < none; at = Math.min(angle, tick, tilde)) {
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
