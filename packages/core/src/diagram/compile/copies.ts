import { itemAt } from "../../plan/graph.ts";
import type { BoundedCycle } from "./bounded-cycle.ts";
import type { TypedDraft } from "./draft.ts";
import { boundOf } from "./loops.ts";

/** How often one node is copied: once for each pass of each cycle around it, the outermost first, and of its own loop. */
export interface Copying {
  readonly cycles: readonly BoundedCycle[];
  /** Passes of the node's own loop; null when it is none. */
  readonly loop: number | null;
  /** How many copies there are in all. */
  readonly count: number;
}

/** What is copied how often, for each node of the diagram. */
export function copyings(drafts: readonly TypedDraft[], cycles: readonly BoundedCycle[]): readonly Copying[] {
  const around: BoundedCycle[][] = drafts.map(() => []);
  // Natural loops with different headers are apart or one inside the other, so the larger of two around a node is the outer.
  const outermostFirst = [...cycles].sort((one, other) => other.body.size - one.body.size);
  for (const cycle of outermostFirst) for (const node of cycle.body) itemAt(around, node).push(cycle);
  return drafts.map((draft, index) => {
    const own = itemAt(around, index);
    const loop = draft.type === "loop" ? (boundOf(draft) ?? 1) : null;
    const count = own.reduce((product, { bound }) => product * bound, loop ?? 1);
    return { cycles: own, loop, count };
  });
}

/** The passes that each copy stands for, outermost first and counted from 0, in the order of the copies. */
export function passesOf({ cycles, loop }: Copying, copy: number): readonly number[] {
  const bounds = [...cycles.map(({ bound }) => bound), ...(loop === null ? [] : [loop])];
  const passes: number[] = [];
  let rest = copy;
  for (const bound of bounds.reverse()) {
    passes.unshift(rest % bound);
    rest = Math.floor(rest / bound);
  }
  return passes;
}
