import { type Document, isElement, type Node } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** A tree as one line: `invocation[text param[text] tool!]`; `!` marks what is malformed, `code` is text in code. */
export function outlineOf(document: Document): string {
  return document.children.map(outlineOfNode).join(" ");
}

function outlineOfNode(node: Node): string {
  if (!isElement(node)) return node.kind === "text" && node.code ? "code" : node.kind;
  const kind = node.malformed ? `${node.kind}!` : node.kind;
  return node.children.length === 0 ? kind : `${kind}[${node.children.map(outlineOfNode).join(" ")}]`;
}

/** Each diagnostic as its code and the text it points at: `AML1002 </tool>`. */
export function foundIn(text: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, start, end }) => `${code} ${text.slice(start.offset, end.offset)}`);
}
