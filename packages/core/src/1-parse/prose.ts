import type { ElementKind } from "../ast/nodes.ts";
import type { Name } from "./tag-names.ts";
import type { CloseTag, OpenTag, Token } from "./token.ts";

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

/** The tags seen in the body of the prose element that is open. */
export interface Prose {
  /** By name, how many of the tags that are text here still lack a close tag. */
  readonly open: Map<Name, number>;
  readonly nextNamed: (index: number, name: Name) => Token | undefined;
}

export function prose(tokens: readonly Token[]): Prose {
  const reached = new Map<Name, number>();
  return {
    open: new Map(),
    nextNamed: (index, name) => {
      let at = Math.max(reached.get(name) ?? 0, index + 1);
      while (at < tokens.length && !isTag(tokens[at], name)) at++;
      reached.set(name, at);
      return tokens[at];
    },
  };
}

function isTag(token: Token | undefined, name: Name): boolean {
  return token?.name === name && (token.type === "close" || token.named);
}

/** Notes a tag that is text in a prose body, so that its close tag is text too. */
export function noteProseTag({ open }: Prose, tag: OpenTag): void {
  if (tag.named && !tag.selfClosing) open.set(tag.name, (open.get(tag.name) ?? 0) + 1);
}

/**
 * What a close tag in a prose body is: the end of that element, text, or the end of an element around it, which leaves the prose
 * element unclosed. Of the last two it is text if the prose element's own close tag is the next of its name.
 */
export function roleOfProseClose(
  prose: Prose,
  element: OpenTag,
  close: CloseTag,
  index: number,
  isOpenAround: boolean,
): "own" | "text" | "around" {
  const inner = prose.open.get(close.name) ?? 0;
  if (inner > 0) {
    prose.open.set(close.name, inner - 1);
    return "text";
  }
  if (close.name === element.name) return "own";
  if (!isOpenAround) return "text";
  const isClosedLater = prose.nextNamed(index, element.name)?.type === "close" && !prose.open.get(element.name);
  return isClosedLater ? "text" : "around";
}
