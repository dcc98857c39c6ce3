import type { Span } from "../../text/source-file.ts";

/** A value without parts, or what is wrong with it and where. */
export type Scalar = ({ readonly value: string | number | boolean | null } | { readonly problem: string }) & Span;

const words = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads the scalar that begins at `start`; undefined where none does. */
export function readScalar(text: string, start: number): Scalar | undefined {
  if (text[start] === '"') return readString(text, start);
  const number = matchAt(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y, text, start);
  if (number !== undefined) return { value: Number(number), start, end: start + number.length };
  const word = matchAt(/[a-z]+/y, text, start);
  const value = word === undefined ? undefined : words.get(word);
  return word === undefined || value === undefined ? undefined : { value, start, end: start + word.length };
}

/** Found by its closing quote, and decoded by `JSON.parse`, which knows all about escapes. */
function readString(text: string, start: number): Scalar {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote === -1) return { problem: "this string is never closed", start, end: start + 1 };
  const end = quote + 1;
  const written = text.slice(start, end);
  try {
    const value: unknown = JSON.parse(written);
    return { value: String(value), start, end };
  } catch {
    return faultIn(written, start);
  }
}

function faultIn(written: string, start: number): Scalar {
  const fault = /[^\P{Cc}\u007f-\u009f]|\\(?!["\\/bfnrt]|u[\da-fA-F]{4})./su.exec(written.replace(/\\[\\"]/g, "aa"));
  const at = start + (fault?.index ?? 0);
  const problem = fault?.[0].startsWith("\\")
    ? `\`${fault[0]}\` is no escape`
    : "a line break or control character in a string has to be escaped";
  return { problem, start: at, end: at + (fault?.[0].length ?? 1) };
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote;
  while (text[before - 1] === "\\") before--;
  return (quote - before) % 2 === 1;
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}
