import type { ElementKind } from "../ast/nodes.ts";
import type { TagDraft } from "./tag-draft.ts";
import { type Name, nameAt } from "./tag-names.ts";

/** Elements whose body is a text: a value, a description or a brief. Tags in it are text, but for the fields of a field. */
export function isProse(kind: ElementKind | null): boolean {
  switch (kind) {
    case "param":
    case "returns":
    case "reads":
    case "writes":
    case "field":
    case "step":
      return true;
    default:
      return false;
  }
}

/** What has been seen of the body of the prose element that is open. */
export interface Prose {
  /** By name, how many of the tags that are text here still lack a close tag. */
  readonly open: Map<Name, number>;
  /** Where the next tag with such a beginning is, so that it is searched for once. */
  readonly ahead: Map<string, number>;
}

export function newProse(): Prose {
  return { open: new Map(), ahead: new Map() };
}

/** Notes a tag that is text in a prose body, so that its close tag is text too. */
export function noteProseTag({ open }: Prose, tag: TagDraft): void {
  if (tag.named && !tag.selfClosing) open.set(tag.name, (open.get(tag.name) ?? 0) + 1);
}

/**
 * What a close tag in a prose body is: the end of that element, text, or the end of an element around it, which leaves the prose
 * element unclosed. Of the last two it is text if the next tag of the element's name is its close tag.
 */
export function roleOfProseClose(
  prose: Prose,
  text: string,
  element: Name,
  close: Name,
  end: number,
  isOpenAround: boolean,
): "own" | "text" | "around" {
  const inner = prose.open.get(close) ?? 0;
  if (inner > 0) {
    prose.open.set(close, inner - 1);
    return "text";
  }
  if (close === element) return "own";
  if (!isOpenAround) return "text";
  const hasInner = (prose.open.get(element) ?? 0) > 0;
  return !hasInner && nextTag(prose, text, "</", element, end) < nextTag(prose, text, "<", element, end)
    ? "text"
    : "around";
}

function nextTag({ ahead }: Prose, text: string, opening: "<" | "</", name: Name, from: number): number {
  const wanted = opening + name;
  const known = ahead.get(wanted) ?? -1;
  if (known >= from) return known;
  let at = text.indexOf(wanted, from);
  while (at !== -1 && nameAt(text, at + opening.length) !== name) at = text.indexOf(wanted, at + 1);
  const found = at === -1 ? text.length : at;
  ahead.set(wanted, found);
  return found;
}
