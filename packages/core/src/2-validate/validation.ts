import { type Enclosing, enclosing, isDefinition, isSkill } from "../ast/enclosing.ts";
import { type Document, type Element, type ElementKind, isElement } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** What the rules on one document share. */
export interface Validation {
  readonly document: Document;
  /** The innermost `<skill>` and the innermost definition around each element. */
  readonly skillAround: Enclosing;
  readonly definitionAround: Enclosing;
  /** The innermost element around each that was never closed, and so may hold more than its author meant. */
  readonly unclosedAround: Enclosing;
  /** The first element of that kind and name that the owner has. */
  readonly named: Map<Element, Map<string, Element>>;
  report(diagnostic: Diagnostic): void;
}

/** Prepares a document for its rules. */
export function validation(document: Document, report: (diagnostic: Diagnostic) => void): Validation {
  const skillAround = enclosing(document, isSkill);
  const definitionAround = enclosing(document, isDefinition);
  const unclosedAround = enclosing(document, ({ malformed }) => malformed);
  return { document, skillAround, definitionAround, unclosedAround, named: new Map(), report };
}

/** Whether a `<param>` declares an input of an interface, rather than giving one to an invocation. */
export function isDeclaration({ skillAround }: Validation, element: Element): boolean {
  const skill = skillAround(element);
  return skill !== null && isDefinition(skill);
}

/** The first child of that kind. */
export function childOfKind(element: Element, kind: ElementKind): Element | undefined {
  return element.children.filter(isElement).find((child) => child.kind === kind);
}
