import type { Element } from "../ast/nodes.ts";
import type { Span } from "../text/source-file.ts";
import type { Name } from "./tag-names.ts";
import type { Frame } from "./tree.ts";

/**
 * Which close tags belong to placeholders (language.md 2): one takes a close tag only if every real element still gets its own.
 * So a text is read first as if they took none; each close tag that is left over then goes to the nearest placeholder before it,
 * and, if there was any, the text is read again. A bare `<session>` that took one is an element from then on.
 */
export interface Placeholders {
  /** Where those begin that take a close tag; null in the first round. */
  readonly taking: ReadonlySet<number> | null;
  /** The same for the next round. */
  readonly found: Set<number>;
  /** In the first round, those that have no close tag yet. */
  readonly waiting: Map<Name, number[]>;
  /** In later rounds, those that take a close tag and have not met it yet. */
  readonly met: Map<Name, Met[]>;
  /** Whether another round would read the text in another way. */
  isChanged: boolean;
}

interface Met {
  readonly frame: Frame;
  readonly element: Element | null;
}

export function placeholders(taking: ReadonlySet<number> | null): Placeholders {
  return { taking, found: new Set(taking), waiting: new Map(), met: new Map(), isChanged: false };
}

export function meetPlaceholder({ taking, waiting, met }: Placeholders, name: Name, start: number, frame: Frame): void {
  if (taking === null) listOf(waiting, name).push(start);
  else if (taking.has(start)) listOf(met, name).push({ frame, element: frame.element });
}

function listOf<Item>(lists: Map<Name, Item[]>, name: Name): Item[] {
  const list = lists.get(name) ?? [];
  if (list.length === 0) lists.set(name, list);
  return list;
}

/** Whether a close tag directly in an element is that of a placeholder there. */
export function isTaken({ met }: Placeholders, name: Name, top: Frame): boolean {
  const list = met.get(name);
  if (list === undefined) return false;
  // One that was left behind in an element now closed cannot be reached any more.
  while (list.length > 0 && list.at(-1)?.frame.element !== list.at(-1)?.element) list.pop();
  if (list.at(-1)?.frame !== top) return false;
  list.pop();
  return true;
}

/** Gives a close tag that no element needs to the nearest placeholder before it; false if there is none. */
export function giveToPlaceholder(placeholders: Placeholders, name: Name): boolean {
  const start = placeholders.waiting.get(name)?.pop();
  if (start === undefined) return false;
  placeholders.found.add(start);
  placeholders.isChanged = true;
  return true;
}

/** Gives the `</aml>` behind the end of the root to roots inside it, which are reported and kept as text. */
export function giveRest(placeholders: Placeholders, text: string, { end }: Span): void {
  if (placeholders.waiting.get("aml") === undefined) return;
  for (let at = text.indexOf("</aml", end); at !== -1; at = text.indexOf("</aml", at + 1)) {
    if (!giveToPlaceholder(placeholders, "aml")) return;
  }
}

/** Takes the close tag back from a bare `<session>` that an element around it ended before. */
export function takeBack(placeholders: Placeholders, start: number): void {
  if (placeholders.found.delete(start)) placeholders.isChanged = true;
}
