/** UTF-16 code units by name: comparing numbers in place makes no string for every character that is looked at. */
export const tab = 9;
export const lineFeed = 10;
export const space = 32;
export const exclamation = 33;
export const doubleQuote = 34;
export const singleQuote = 39;
export const slash = 47;
export const lessThan = 60;
export const equals = 61;
export const greaterThan = 62;
export const backslash = 92;
export const backtick = 96;
export const tilde = 126;
export const byteOrderMark = 0xfeff;

/** Space, tab, and what breaks lines: what may stand between attributes. */
export function isWhiteSpace(code: number): boolean {
  return code === space || (code >= tab && code <= 13);
}

export function isQuote(code: number): boolean {
  return code === doubleQuote || code === singleQuote;
}

export function skipWhiteSpace(text: string, at: number): number {
  let end = at;
  while (isWhiteSpace(text.charCodeAt(end))) end++;
  return end;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
