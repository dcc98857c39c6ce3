import { type Place, type Source, type SourceFile, sourceFile } from "../text/source-file.ts";

/** A stretch of a file, with what does not belong to it blanked, so that offsets and lines stay those of the file. */
export interface Excerpt {
  readonly source: SourceFile;
  /** Offset in the file of the first character of `text`. */
  readonly offset: number;
  readonly text: string;
}

/** A file's text from `offset` on. */
export interface DiagramSource extends Source {
  /** Where the diagram begins in `text`; 0 when left out. */
  readonly offset?: number;
}

/** The same text in any of its forms; a bare string is a whole file. */
export function excerptOf(input: Excerpt | DiagramSource | string): Excerpt {
  if (typeof input === "string") return excerptOf({ file: "<text>", text: input });
  if ("source" in input) return input;
  const { offset = 0 } = input;
  return { source: sourceFile(input), offset, text: input.text.slice(offset) };
}

/** A stretch of an excerpt as a place in its file. */
export function placeIn({ source, offset }: Excerpt, start: number, end: number): Place {
  return { source, start: offset + start, end: offset + Math.max(start, end) };
}

/** Spaces for characters, line breaks kept: what stands in for text that is not the excerpt's. */
export function blanks(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}
