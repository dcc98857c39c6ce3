import type { Drawing } from "./drawing.ts";

/** White space as mermaid's `\s` has it, line breaks included. */
export function isSpace(code: number): boolean {
  return (
    code === 32 ||
    (code >= 9 && code <= 13) ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

const lineFeed = 10;

/** The first offset from `at` on that is no white space. */
export function skipSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

/** The same within the line. */
export function skipBlanks(text: string, at: number): number {
  let next = at;
  while (next < text.length && text.charCodeAt(next) !== lineFeed && isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

/** The offset of the line break that ends the line, or the end of the text. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** How many times a character stands at `at` and after. */
export function runLength(text: string, at: number, character: string): number {
  const code = character.charCodeAt(0);
  let next = at;
  while (next < text.length && text.charCodeAt(next) === code) next += 1;
  return next - at;
}

/** A few words from `at` on, to show what was found there. */
export function excerpt(text: string, at: number): string {
  if (at >= text.length) return "the end";
  const line = text.slice(at, Math.min(endOfLine(text, at), at + 200)).trim();
  if (line === "") return "the end of the line";
  const characters = [...line];
  return `\`${characters.length > 24 ? `${characters.slice(0, 24).join("")}...` : line}\``;
}

/** Matches a sticky expression at `at`. */
export function matchAt(drawing: Drawing, expression: RegExp, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(drawing.text);
}
