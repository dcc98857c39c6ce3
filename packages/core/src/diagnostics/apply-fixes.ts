import type { Diagnostic, Edit, Fix } from "./diagnostic.ts";

export interface AppliedFixes {
  /** The changed texts, by file. */
  readonly texts: ReadonlyMap<string, string>;
  /** The diagnostics whose fix was applied, in the order they were given. */
  readonly applied: readonly Diagnostic[];
}

/**
 * Applies the first safe fix of each diagnostic to the texts: a fix whole or not at all, and never one that overlaps an
 * earlier one. What is left over is found again when the new texts are checked (DESIGN.md 6).
 */
export function applyFixes(texts: ReadonlyMap<string, string>, diagnostics: readonly Diagnostic[]): AppliedFixes {
  const accepted = new Map([...texts.keys()].map((file) => [file, orderedEdits()]));
  const applied = diagnostics.filter((diagnostic) => {
    const fix = diagnostic.fixes.find(({ safe }) => safe);
    return fix !== undefined && accept(fix, texts, accepted);
  });
  const changed = [...accepted].flatMap(([file, { edits }]): [string, string][] => {
    const text = texts.get(file) ?? "";
    const fixed = rewrite(text, edits);
    return fixed === text ? [] : [[file, fixed]];
  });
  return { texts: new Map(changed), applied };
}

function accept(fix: Fix, texts: ReadonlyMap<string, string>, accepted: ReadonlyMap<string, OrderedEdits>): boolean {
  const placed: Edit[] = [];
  const fits = fix.edits.every((edit) => {
    const text = texts.get(edit.file);
    const isInside = text !== undefined && edit.start >= 0 && edit.start <= edit.end && edit.end <= text.length;
    const isPlaced = isInside && accepted.get(edit.file)?.add(edit) === true;
    if (isPlaced) placed.push(edit);
    return isPlaced;
  });
  const isChange = placed.some(({ file, start, end, text }) => texts.get(file)?.slice(start, end) !== text);
  if (fits && isChange) return true;
  for (const edit of placed) accepted.get(edit.file)?.remove(edit);
  return false;
}

/** Edits of one file in the order of their places, none touching what another one changes. */
interface OrderedEdits {
  readonly edits: readonly Edit[];
  /** False, and nothing done, when the edit conflicts with one that is there. */
  add(edit: Edit): boolean;
  remove(edit: Edit): void;
}

function orderedEdits(): OrderedEdits {
  const edits: Edit[] = [];
  return {
    edits,
    add(edit) {
      const at = firstFrom(edits, edit.start);
      const before = edits[at - 1];
      const after = edits[at];
      if ((before !== undefined && conflict(before, edit)) || (after !== undefined && conflict(edit, after)))
        return false;
      edits.splice(at, 0, edit);
      return true;
    },
    remove(edit) {
      edits.splice(edits.indexOf(edit), 1);
    },
  };
}

/** The place of the first edit that starts at an offset or after it. */
function firstFrom(edits: readonly Edit[], offset: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Overlapping, or an insertion at the other's edge: which text comes first would be a guess. */
function conflict(first: Edit, second: Edit): boolean {
  const hasInsertion = first.start === first.end || second.start === second.end;
  return hasInsertion ? second.start <= first.end : second.start < first.end;
}

function rewrite(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const edit of edits) {
    parts.push(text.slice(kept, edit.start), edit.text);
    kept = edit.end;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}
