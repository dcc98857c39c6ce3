import type { SourceFile, Span } from "../text/source-file.ts";

/**
 * What an element is, told by its tag, its attributes and where it stands (language.md 4 and 5).
 * `usage` is a `<skill ref>` outside a definition; `use` is the `<tool use>` of a `<node>`.
 */
export type ElementKind =
  | "invocation"
  | "usage"
  | "interface"
  | "implementation"
  | "contract"
  | "reference"
  | "tool"
  | "session"
  | "agent"
  | "param"
  | "returns"
  | "reads"
  | "writes"
  | "node"
  | "use"
  | "field"
  | "step";

export type TagName =
  | "skill"
  | "tool"
  | "session"
  | "agent"
  | "param"
  | "returns"
  | "reads"
  | "writes"
  | "node"
  | "field"
  | "step";

export interface Attribute {
  readonly name: string;
  /** Trimmed, entities decoded; null for a bare name. */
  readonly value: string | null;
  readonly start: number;
  readonly end: number;
  /** Inside the quotes; both equal `end` for a bare name. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface Element {
  readonly kind: ElementKind;
  readonly tag: TagName;
  readonly attributes: readonly Attribute[];
  readonly children: readonly Node[];
  readonly parent: Element | null;
  /** Of the whole element, closing tag included. */
  readonly start: number;
  readonly end: number;
  /** The body is [bodyStart, bodyEnd); both equal `end` when self-closing. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly selfClosing: boolean;
  /** Its tag has a lexical error or it was never closed: reported by the parser, so later phases pass over it. */
  readonly malformed: boolean;
  /** Place in `Document.elements`, which is in pre-order. */
  readonly index: number;
}

/** Text that stands for itself. Its literal value is decoded on demand by `textOf` (language.md 2, entities). */
export interface Text {
  readonly kind: "text";
  readonly parent: Element | null;
  readonly start: number;
  readonly end: number;
  /** Inside a fence, a code span or front matter nothing is decoded. */
  readonly code: boolean;
}

/** `<!-- ... -->`: kept for printing, seen by nothing else. */
export interface Comment {
  readonly kind: "comment";
  readonly parent: Element | null;
  readonly start: number;
  readonly end: number;
}

export type Node = Element | Text | Comment;

/** The tree of one source. It keeps every character: `print(parse(text)) === text`. */
export interface Document {
  readonly source: SourceFile;
  /** `version` of the `<aml>` root; null for a fragment. */
  readonly version: string | null;
  /** The YAML between the `---` lines at the start of the file. */
  readonly frontMatter: Span | null;
  /** What `children` cover, without a gap: all of a fragment after its BOM, or the body of the root. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The root's children, or all top-level nodes of a fragment (its front matter is the first text). */
  readonly children: readonly Node[];
  /** Every element, in pre-order: what the checking phases loop over instead of recursing. */
  readonly elements: readonly Element[];
}

/** The value of an attribute, or undefined when it is absent or bare. */
export function attribute(element: Element, name: string): string | undefined {
  for (const candidate of element.attributes) if (candidate.name === name) return candidate.value ?? undefined;
  return undefined;
}

export function isElement(node: Node): node is Element {
  return node.kind !== "text" && node.kind !== "comment";
}
