import { positionAt, type SourceFile } from "../../text/source-file.ts";
import { refuse } from "../tool-error.ts";

type SqlTokenKind = "word" | "quoted" | "string" | "variable" | "reference" | "semicolon" | "open" | "close" | "other";

/** A token as SQLite reads it; offsets are UTF-16, `end` exclusive. White space and comments are left out. */
export interface SqlToken {
  readonly kind: SqlTokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** As in SQLite: every character beyond ASCII belongs to a name, white space of other languages included. */
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /\d[\w$.\u0080-\uffff]*/y;
const variable = /[:@$#][\w$\u0080-\uffff]+|\?\d*/y;
const reference = /\{[^{}\n]*\}/y;
/** The byte order mark is white space to SQLite where a token may begin. */
const space = /[ \t\n\f\r\ufeff]+/y;

const endsOfQuotes: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ["`", "`"],
  ["[", "]"],
]);
const punctuation: ReadonlyMap<string, SqlTokenKind> = new Map([
  [";", "semicolon"],
  ["(", "open"],
  [")", "close"],
]);

/** Reads a script as SQLite's own tokenizer does, so that nothing it would run can hide in a comment or a string. */
export function sqlTokens(source: SourceFile): SqlToken[] {
  const script = source.text;
  const nul = script.indexOf("\0");
  // SQLite would stop reading there.
  if (nul !== -1) refuse(`line ${positionAt(source, nul).line}: the script holds a NUL character`);
  const tokens: SqlToken[] = [];
  for (let at = 0; at < script.length; ) {
    const skipped = endOfSpace(script, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const { kind, end } = tokenAt(source, at);
    tokens.push({ kind, text: script.slice(at, end), start: at, end });
    at = end;
  }
  return tokens;
}

/** What a name means without its quotes, in the one spelling that is compared. */
export function nameOf({ kind, text }: SqlToken): string {
  if (kind === "word") return text.toLowerCase();
  const quote = text.slice(-1);
  return text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .toLowerCase();
}

function endOfSpace(script: string, at: number): number {
  if (script.startsWith("--", at)) return endAt(script.indexOf("\n", at), script);
  if (script.startsWith("/*", at)) return endAt(script.indexOf("*/", at + 2), script, 2);
  return matchEnd(space, script, at) ?? at;
}

/** A comment that is never closed goes on to the end. */
function endAt(found: number, script: string, length = 0): number {
  return found === -1 ? script.length : found + length;
}

function tokenAt(source: SourceFile, at: number): { readonly kind: SqlTokenKind; readonly end: number } {
  const script = source.text;
  const character = script.charAt(at);
  const quote = endsOfQuotes.get(character);
  if (quote !== undefined) return { kind: character === "'" ? "string" : "quoted", end: endOfQuote(source, at, quote) };
  for (const [kind, pattern] of patterns) {
    const end = matchEnd(pattern, script, at);
    if (end !== null) return { kind, end };
  }
  return { kind: punctuation.get(character) ?? "other", end: at + 1 };
}

const patterns = [
  ["word", word],
  ["other", number],
  ["variable", variable],
  ["reference", reference],
] as const;

/** A quote is written twice to stand for itself, but for brackets, which end at the first one. */
function endOfQuote(source: SourceFile, start: number, quote: string): number {
  const script = source.text;
  for (let at = script.indexOf(quote, start + 1); at !== -1; at = script.indexOf(quote, at + 2)) {
    if (quote === "]" || script.charAt(at + 1) !== quote) return at + 1;
  }
  return refuse(`line ${positionAt(source, start).line}: ${script.charAt(start)} is never closed`);
}

function matchEnd(pattern: RegExp, script: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(script) ? pattern.lastIndex : null;
}
