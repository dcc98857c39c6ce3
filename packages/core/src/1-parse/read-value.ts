import {
  doubleQuote,
  equals,
  greaterThan,
  isQuote,
  isWhiteSpace,
  lessThan,
  lineFeed,
  skipWhiteSpace,
  slash,
} from "./characters.ts";

/** A value as it stands in a tag; `end` is after its closing quote. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly form: "quoted" | "unterminated" | "unquoted" | "missing";
}

/** The value that starts at an offset, after the `=` and its white space. */
export function readValue(text: string, at: number): Value {
  const code = text.charCodeAt(at);
  if (!isQuote(code)) return readUnquoted(text, at);
  const close = text.indexOf(code === doubleQuote ? '"' : "'", at + 1);
  if (close === -1 || opensLaterValue(text, at, close)) return cutValue(text, at);
  return { start: at, end: close + 1, valueStart: at + 1, valueEnd: close, form: "quoted" };
}

/**
 * Whether the next quote is no closing quote but opens a later value: what follows does not belong to a tag, and what lies between
 * reads like the rest of this tag or like text.
 */
function opensLaterValue(text: string, open: number, close: number): boolean {
  const code = text.charCodeAt(close + 1);
  if (endsAttribute(code) || isQuote(code) || code === equals || startsAttribute(text, close + 1)) return false;
  return /[<>\n]|=\s*$/.test(text.slice(open + 1, close));
}

/** Whether `name="` or `name='` stands at an offset. */
function startsAttribute(text: string, at: number): boolean {
  const name = nameEnd(text, at);
  if (name === at) return false;
  const sign = skipWhiteSpace(text, name);
  return text.charCodeAt(sign) === equals && isQuote(text.charCodeAt(skipWhiteSpace(text, sign + 1)));
}

/** A value without its closing quote ends where the tag seems to: at `>`, `<`, the end of the line, or before the next attribute. */
export function cutValue(text: string, at: number): Value {
  let end = at + 1;
  // The end of the line is met, never looked for: each of many such values on one line would look through the rest of it.
  while (!endsLine(text, end) && !endsTag(text, end) && text.charCodeAt(end) !== lessThan) {
    const next = skipBlanks(text, end);
    if (next > end && (endsLine(text, next) || endsTag(text, next) || startsAttribute(text, next))) break;
    end = Math.max(next, end + 1);
  }
  return { start: at, end, valueStart: Math.min(at + 1, end), valueEnd: end, form: "unterminated" };
}

function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === lineFeed || Number.isNaN(code);
}

function endsTag(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === greaterThan || (code === slash && text.charCodeAt(at + 1) === greaterThan);
}

const curvedQuotes: ReadonlyMap<number, string> = new Map([
  [0x201c, "\u201d"],
  [0x201d, "\u201d"],
  [0x201e, "\u201c"],
  [0x2018, "\u2019"],
  [0x2019, "\u2019"],
]);

function readUnquoted(text: string, at: number): Value {
  const closing = curvedQuotes.get(text.charCodeAt(at));
  if (closing !== undefined) {
    const close = text.slice(at, cutValue(text, at).end).indexOf(closing, 1);
    if (close !== -1) {
      return { start: at, end: at + close + 1, valueStart: at + 1, valueEnd: at + close, form: "unquoted" };
    }
  }
  let end = at;
  if (!startsAttribute(text, at)) while (!endsUnquoted(text, end)) end++;
  return { start: at, end, valueStart: at, valueEnd: end, form: end === at ? "missing" : "unquoted" };
}

function endsUnquoted(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return Number.isNaN(code) || isWhiteSpace(code) || code === lessThan || endsTag(text, at);
}

/** Where the attribute name that starts at an offset ends. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (endsAttribute(code) || code === equals || code === lessThan || isQuote(code)) break;
  }
  return end;
}

function endsAttribute(code: number): boolean {
  return Number.isNaN(code) || isWhiteSpace(code) || code === greaterThan || code === slash;
}

/** White space that leaves the line as it is. */
function skipBlanks(text: string, at: number): number {
  let end = at;
  while (isWhiteSpace(text.charCodeAt(end)) && !endsLine(text, end)) end++;
  return end;
}
