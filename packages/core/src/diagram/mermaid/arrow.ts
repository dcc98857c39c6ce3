import { runLength } from "./characters.ts";
import type { EdgeKind } from "./diagram.ts";

/** An arrow, or the first half of one that carries its label in the middle (`-- label -->`). */
export interface Arrow {
  readonly end: number;
  readonly kind: EdgeKind | "invisible";
  /** True for the first half: the label and the second half follow. */
  readonly isHalf: boolean;
  /** Whether it is a plain arrow from left to right; only such edges mean something in a plan. */
  readonly isDirected: boolean;
}

/** The arrow that begins at `at`, by the rules of mermaid's lexer. */
export function arrowAt(text: string, at: number): Arrow | null {
  const first = text.charAt(at);
  // A mark at the tail is part of the arrow only right before it, so most ids that begin with one are ids.
  const hasTail = first === "x" || first === "o" || first === "<";
  const start = hasTail ? at + 1 : at;
  const arrow = lineAt(text, start);
  return arrow && hasTail ? { ...arrow, isDirected: false } : arrow;
}

function lineAt(text: string, at: number): Arrow | null {
  switch (text.charAt(at)) {
    case "-":
      return text.charAt(at + 1) === "." ? dottedAt(text, at) : straightAt(text, at, "-", "solid");
    case ".":
      return dottedAt(text, at);
    case "=":
      return straightAt(text, at, "=", "thick");
    case "~":
      return invisibleAt(text, at);
    default:
      return null;
  }
}

function straightAt(text: string, at: number, line: string, kind: EdgeKind): Arrow | null {
  const length = runLength(text, at, line);
  if (length < 2) return null;
  const head = text.charAt(at + length);
  if (isHead(head)) return { end: at + length + 1, kind, isHalf: false, isDirected: head === ">" };
  if (length > 2) return { end: at + length, kind, isHalf: false, isDirected: false };
  return { end: at + length, kind, isHalf: true, isDirected: true };
}

function dottedAt(text: string, at: number): Arrow | null {
  const dots = text.charAt(at) === "-" ? at + 1 : at;
  const dash = dots + runLength(text, dots, ".");
  if (text.charAt(dash) === "-") {
    const head = text.charAt(dash + 1);
    return { end: isHead(head) ? dash + 2 : dash + 1, kind: "dotted", isHalf: false, isDirected: head === ">" };
  }
  return dots === at ? null : { end: dots + 1, kind: "dotted", isHalf: true, isDirected: true };
}

function invisibleAt(text: string, at: number): Arrow | null {
  const length = runLength(text, at, "~");
  return length < 3 ? null : { end: at + length, kind: "invisible", isHalf: false, isDirected: false };
}

function isHead(character: string): boolean {
  return character === ">" || character === "x" || character === "o";
}
