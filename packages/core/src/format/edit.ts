import type { Span } from "../text/source-file.ts";

/** A stretch of a text and what stands there instead. */
export interface Edit extends Span {
  readonly text: string;
}

/** The text with all edits made; none of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(kept, edit.start), edit.text);
    kept = edit.end;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}
