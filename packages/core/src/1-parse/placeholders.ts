import type { Name } from "./tag-names.ts";
import type { OpenTag, Token } from "./token.ts";

/**
 * Which close tags belong to placeholders (language.md 2): one takes a close tag only if every real element still gets its own.
 * So a document with placeholders is matched first as if they took none; each close tag that is left over then goes to the
 * nearest placeholder before it, and the document is matched once more.
 */
export interface Placeholders {
  /** The ones without a close tag so far. */
  readonly waiting: Map<Name, OpenTag[]>;
  /** In the second round, the ones that take a close tag and have not met it yet. */
  readonly taking: Map<Name, OpenTag[]>;
  readonly isSettled: boolean;
  anyTakes: boolean;
}

/** For the first round. */
export function placeholders(): Placeholders {
  return { waiting: new Map(), taking: new Map(), isSettled: false, anyTakes: false };
}

/** For the second round. */
export function settled(): Placeholders {
  return { waiting: new Map(), taking: new Map(), isSettled: true, anyTakes: true };
}

export function meetPlaceholder({ waiting, taking }: Placeholders, tag: OpenTag): void {
  const list = tag.takesClose ? taking : waiting;
  const tags = list.get(tag.name);
  if (tags === undefined) list.set(tag.name, [tag]);
  else tags.push(tag);
}

/** Whether a close tag directly in an element is that of a placeholder there. */
export function isTaken({ taking }: Placeholders, name: Name, element: OpenTag | null): boolean {
  const tags = taking.get(name);
  if (tags === undefined) return false;
  // One that was left behind in an element now closed cannot be reached any more.
  while (tags.length > 0 && !(tags.at(-1)?.parent?.isOpen ?? true)) tags.pop();
  if (tags.length === 0 || tags.at(-1)?.parent !== element) return false;
  tags.pop();
  return true;
}

/** Gives a close tag that no element needs to the nearest placeholder before it; false if there is none. */
export function giveToPlaceholder(placeholders: Placeholders, name: Name): boolean {
  const tag = placeholders.isSettled ? undefined : placeholders.waiting.get(name)?.pop();
  if (tag === undefined) return false;
  tag.takesClose = true;
  placeholders.anyTakes = true;
  return true;
}

/** Gives the `</aml>` behind the end of the root to the roots inside it, which are reported and kept as text. */
export function giveRest(placeholders: Placeholders, tokens: readonly Token[], from: number): void {
  if (placeholders.waiting.get("aml") === undefined) return;
  for (const token of tokens.slice(from)) {
    if (token.type === "close" && token.name === "aml") giveToPlaceholder(placeholders, "aml");
  }
}
