import type { Parsed } from "../1-parse/parse.ts";
import { type Document, type Element, isElement, type Node } from "../ast/nodes.ts";

/**
 * Whether two trees differ in nothing but what formatting may change. How a stray quote or backtick reads can depend on tags far away,
 * so that this is looked at, not argued.
 */
export function hasSameMeaning(before: Parsed, after: Parsed): boolean {
  const { elements } = before.document;
  return (
    sameList(errorsOf(before), errorsOf(after)) &&
    before.document.version === after.document.version &&
    elements.length === after.document.elements.length &&
    sameNodes(before.document, before.document.children, after.document, after.document.children) &&
    elements.every((element, index) =>
      sameElement(before.document, element, after.document, after.document.elements[index]),
    )
  );
}

function errorsOf({ diagnostics }: Parsed): readonly string[] {
  return diagnostics.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));
}

function sameElement(before: Document, a: Element, after: Document, b: Element | undefined): boolean {
  return (
    b !== undefined &&
    a.kind === b.kind &&
    a.malformed === b.malformed &&
    a.parent?.index === b.parent?.index &&
    sameList(attributesOf(a), attributesOf(b)) &&
    sameNodes(before, a.children, after, b.children)
  );
}

/** Repeated ones, an error, keep their order, since the sort is stable. */
function attributesOf({ attributes }: Element): readonly string[] {
  return attributes.map(({ name, value }) => `${name}=${value ?? ""}`).sort();
}

function sameNodes(before: Document, a: readonly Node[], after: Document, b: readonly Node[]): boolean {
  return sameList(
    a.map((node) => contentOf(before, node)),
    b.map((node) => contentOf(after, node)),
  );
}

/** A node as its parent holds it; the indentation of the tag that follows a text may change. */
function contentOf({ source }: Document, node: Node): string {
  if (isElement(node)) return `element ${node.index}`;
  const written = source.text.slice(node.start, node.end);
  return node.kind === "text" && !node.code ? `text ${withoutIndent(written)}` : `${node.kind} ${written}`;
}

function withoutIndent(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === " " || text.charAt(end - 1) === "\t") end--;
  return text.slice(0, end);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
