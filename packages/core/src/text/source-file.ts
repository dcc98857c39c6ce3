/** A text to read and the name it is reported under. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** Lines and columns are 1-based, offsets are UTF-16 code units, as editors count them (language.md 2). */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A text whose offsets can be turned into lines and columns. */
export interface SourceFile extends Source {
  /** Offsets of the first character of each line; made on first use, since most files need none. */
  readonly lineStarts: readonly number[];
}

/** A stretch of one text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a source file: what a diagnostic points at. */
export interface Place extends Span {
  readonly source: SourceFile;
}

/** Wraps a source, or a bare string, for positions. */
export function sourceFile(source: Source | string): SourceFile {
  const { file, text } = typeof source === "string" ? { file: "<text>", text: source } : source;
  let starts: readonly number[] | undefined;
  return {
    file,
    text,
    get lineStarts() {
      starts ??= lineStartsOf(text);
      return starts;
    },
  };
}

/** The line and column of an offset; an offset outside the text is moved to its nearest end. */
export function positionAt(source: SourceFile, offset: number): Position {
  const at = Math.max(0, Math.min(offset, source.text.length));
  const starts = source.lineStarts;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: at - (starts[low] ?? 0) + 1, offset: at };
}

/** The same offset counted in UTF-8 bytes; a lone surrogate counts as the three bytes it is written as. */
export function byteOffsetAt(source: SourceFile, offset: number): number {
  return Buffer.byteLength(source.text.slice(0, Math.max(0, offset)), "utf8");
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
