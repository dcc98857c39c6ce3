import { isDefinition } from "../ast/enclosing.ts";
import type { Document, Element, ElementKind } from "../ast/nodes.ts";
import { hasLongValue, proseIndents, standsAlone } from "./body-lines.ts";
import { indentBefore, isDeeper, leastIndent } from "./line.ts";
import type { Move } from "./move.ts";

/** What a definition is made of. A `<step>` is not: its body is a text, and moves no more than other prose does. */
const partKinds: ReadonlySet<ElementKind> = new Set<ElementKind>([
  "interface",
  "implementation",
  "contract",
  "reference",
  "tool",
  "param",
  "returns",
  "reads",
  "writes",
  "node",
  "use",
  "field",
]);

/** Nobody indents further, and so no text grows by more than a little for each of its lines. */
const deepest = 32;
const widest = 32;

/** A definition or an element of one, with what is known of its lines. */
interface Part {
  readonly parent: Part | undefined;
  readonly parts: Part[];
  readonly depth: number;
  /** Null when something stands before the tag on its line. */
  readonly indent: string | null;
  readonly prose: readonly string[];
  /** It holds or touches text that stays where it is, so that it stays too. */
  isFixed: boolean;
  /** The indentation it is to have; null when it has none, or an element around it has none. */
  target: string | null;
}

/**
 * By `Element.index`, how the tags of definitions are to be indented: like their siblings, and deeper than what is around them.
 * Prose never moves, so that an element with lines of prose in it stays as well, and its siblings follow it.
 */
export function indentations(document: Document): readonly (Move | undefined)[] {
  const parts: (Part | undefined)[] = [];
  for (const element of document.elements) parts.push(partOf(document, element, parts));
  for (const part of parts.toReversed()) {
    if (part?.isFixed && part.parent !== undefined) part.parent.isFixed = true;
  }
  for (const part of parts) if (part !== undefined) placeParts(part);
  return parts.map(moveOf);
}

function partOf(document: Document, element: Element, parts: readonly (Part | undefined)[]): Part | undefined {
  if (!isPart(element)) return undefined;
  const parent = element.parent === null ? undefined : parts[element.parent.index];
  if (parent === undefined && !isDefinition(element)) return undefined;
  const indent = indentBefore(document.source.text, element.start);
  const prose = proseIndents(document, element, isPart);
  const depth = parent === undefined ? 0 : parent.depth + 1;
  const isFixed =
    prose.length > 0 || depth > deepest || !standsAlone(document, element) || hasLongValue(document, element);
  const target = parent === undefined ? indent : null;
  const part = { parent, parts: [], depth, indent, prose, isFixed, target };
  parent?.parts.push(part);
  return part;
}

function moveOf(part: Part | undefined): Move | undefined {
  if (part === undefined || part.indent === null || part.target === null) return undefined;
  return { from: part.indent, to: part.target };
}

function isPart({ kind, malformed }: Element): boolean {
  return !malformed && partKinds.has(kind);
}

/** Gives the parts of an element their places, now that its own is known. */
function placeParts({ parts, prose, indent, target }: Part): void {
  if (indent === null || target === null) return;
  const inner = innerIndent(parts, prose, indent);
  for (const part of parts) {
    const moves = !part.isFixed && inner !== undefined;
    part.target = moves ? target + inner.slice(indent.length) : part.indent;
  }
}

/** The indentation in the body of an element, as its author meant it; undefined when that is less deep than the element's own. */
function innerIndent(parts: readonly Part[], prose: readonly string[], indent: string): string | undefined {
  const indentsOf = (some: readonly Part[]) => some.flatMap((part) => part.indent ?? []);
  const inner =
    leastIndent(indentsOf(parts.filter(({ isFixed }) => isFixed))) ??
    leastIndent(prose.every((each) => isDeeper(each, indent)) ? prose : []) ??
    leastIndent(indentsOf(parts).filter((each) => isDeeper(each, indent))) ??
    leastIndent(prose) ??
    indent + unitOf(indent);
  return inner.startsWith(indent) && inner.length <= indent.length + widest ? inner : undefined;
}

function unitOf(indent: string): string {
  return indent.endsWith("\t") ? "\t" : "  ";
}
