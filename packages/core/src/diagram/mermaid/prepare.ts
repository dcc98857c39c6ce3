import { emptyComment, invalidCharacter, unclosedDirective } from "../../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { blanks, type Excerpt, placeIn } from "../excerpt.ts";

/** The text as the grammar reads it: as long as it was, with one kind of line break, and nothing in it that is no statement. */
export interface Prepared {
  readonly text: string;
  readonly title: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Does what mermaid does before it parses, in its order: line breaks, tags, front matter, directives, comments (diagram.md 2). */
export function prepare(input: Excerpt): Prepared {
  const diagnostics: Diagnostic[] = [];
  const broken = /\uFFFD|\p{Surrogate}/u.exec(input.text);
  if (broken !== null) diagnostics.push(invalidCharacter({ at: placeIn(input, broken.index, broken.index + 1) }));
  const { text, title } = withoutFrontMatter(withSingleQuotedTags(withLineFeeds(input.text)));
  const statements = withoutDirectives(text, (start, end) =>
    diagnostics.push(unclosedDirective({ at: placeIn(input, start, end) })),
  ).replace(commentLine, blanks);
  const empty = emptyCommentLine.exec(statements);
  if (empty !== null) {
    const end = empty.index + empty[0].length;
    diagnostics.push(emptyComment({ at: placeIn(input, end - 2, end) }));
  }
  return { text: statements, title, diagnostics };
}

// The white space excludes the characters that `^` also matches after, so that a run of them is read once.
const commentLine = /^[^\S\n\u2028\u2029]*%%(?!\{)[^\n]+/gm;
// mermaid takes this for a node named "%%".
const emptyCommentLine = /^[^\S\n\u2028\u2029]*%%$/m;

function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n/g, " \n").replace(/\r/g, "\n") : text;
}

// mermaid turns attr="x" into attr='x' inside tags, which is why <img src="..."> may stand in an unquoted label.
function withSingleQuotedTags(text: string): string {
  if (!text.includes('="')) return text;
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    if (!/\w/.test(text.charAt(at + 1))) continue;
    const end = text.indexOf(">", at);
    if (end === -1) break;
    parts.push(text.slice(copied, at), text.slice(at, end).replace(/="([^"]*)"/g, "='$1'"));
    copied = end;
    at = end;
  }
  return parts.join("") + text.slice(copied);
}

// A first line that is blank or closes at once is left alone: mermaid then looks for a later closing line.
function withoutFrontMatter(text: string): { text: string; title: string | null } {
  const [opening, indent = ""] = /^([^\S\n]*)---[^\S\n]*\n(?![^\S\n]*(?:\n|---))/.exec(text) ?? [];
  if (opening === undefined) return { text, title: null };
  for (let at = text.indexOf("\n", opening.length); at !== -1; at = text.indexOf("\n", at + 1)) {
    const lineEnd = text.indexOf("\n", at + 1);
    if (lineEnd === -1) break;
    if (text.slice(at + 1, lineEnd).trimEnd() !== `${indent}---`) continue;
    const title = /^[^\S\n]*title:(.*)$/m.exec(text.slice(opening.length, at))?.[1]?.trim();
    return { text: blanks(text.slice(0, lineEnd)) + text.slice(lineEnd), title: title ? unquoted(title) : null };
  }
  return { text, title: null };
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}

// An unclosed directive would swallow the rest of the diagram without a word.
function withoutDirectives(text: string, report: (start: number, end: number) => void): string {
  if (!text.includes("%%{")) return text;
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf("%%{"); at !== -1; at = text.indexOf("%%{", copied)) {
    const close = text.indexOf("}%%", at);
    if (close === -1) {
      report(at, at + 3);
      break;
    }
    parts.push(text.slice(copied, at), blanks(text.slice(at, close + 3)));
    copied = close + 3;
  }
  return parts.join("") + text.slice(copied);
}
