import { fenceLines } from "../1-parse/fence-line.ts";
import { fences } from "../1-parse/fences.ts";

/** A fenced code block of a Markdown text (language.md 2, code). Offsets are those of the text. */
export interface FencedBlock {
  /** What stands behind the opening run, trimmed. */
  readonly info: string;
  readonly start: number;
  readonly end: number;
  /** The lines between the fences, their indentation included. */
  readonly contentStart: number;
  readonly contentEnd: number;
}

/** The blocks of a text that are closed, in order; one inside another is part of the outer. */
export function fencedBlocks(text: string): readonly FencedBlock[] {
  const endOf = fences(text);
  const blocks: FencedBlock[] = [];
  let after = 0;
  for (const line of fenceLines(text, 0)) {
    if (line.start < after) continue;
    const end = endOf(line.start);
    if (end === undefined || end === -1) continue;
    const contentStart = line.end + 1;
    const contentEnd = Math.max(contentStart, text.lastIndexOf("\n", end - 1) + 1);
    const info = text.slice(line.start + line.length, line.end).trim();
    blocks.push({ info, start: line.start, end, contentStart, contentEnd });
    after = end;
  }
  return blocks;
}

/** What stands between the fences, as written: only the indentation of the opening fence is taken off, as in Markdown. */
export function contentOf(text: string, block: FencedBlock): string {
  const lineStart = text.lastIndexOf("\n", block.start - 1) + 1;
  const indent = text.slice(lineStart, block.start);
  const width = /^\s*$/.test(indent) ? indent.length : 0;
  const lines = text.slice(block.contentStart, block.contentEnd).split("\n");
  return lines.map((line) => line.slice(Math.min(width, line.length - line.trimStart().length))).join("\n");
}
