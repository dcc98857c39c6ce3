import type { Attribute, Comment, ElementKind, Text } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Name } from "./tag-names.ts";

/** Made only when it is reported: a tag that turns out to be text has no problems. */
export type Problem = () => Diagnostic;

/** An opening tag, or what looks like one. What it is can be told only from what stands around it. */
export interface OpenTag {
  readonly type: "open";
  readonly name: Name;
  readonly start: number;
  readonly end: number;
  readonly selfClosing: boolean;
  readonly attributes: readonly Attribute[];
  /** Whether it has a recognised attribute with a value: what tells an element from a placeholder. */
  readonly named: boolean;
  readonly problems: readonly Problem[];
  /** Decided by `match`: null while, and when, it is text. */
  kind: ElementKind | null;
  malformed: boolean;
  /** The element around it. */
  parent: OpenTag | null;
  /** For what stands in it: the kind of the innermost definition, and whether any skill is around. */
  definition: ElementKind | null;
  inSkill: boolean;
  isOpen: boolean;
  /** A placeholder that has a close tag which no real element needs. */
  takesClose: boolean;
}

export interface CloseTag {
  readonly type: "close";
  readonly name: Name;
  readonly start: number;
  readonly end: number;
  /** Decided by `match`: the element it ends, with all that are open inside it; null for text. */
  closes: OpenTag | null;
}

/** A comment, a stretch of code, or front matter: a node as it is. */
export interface Opaque {
  readonly type: "opaque";
  readonly name: null;
  readonly start: number;
  readonly end: number;
  readonly kind: Comment["kind"] | Text["kind"];
}

export type Token = OpenTag | CloseTag | Opaque;
