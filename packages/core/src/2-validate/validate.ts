import type { Document, Element, ElementKind } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { checkUnknownAttributes } from "./attributes.ts";
import { checkField, checkParam, checkPatterns, checkReturns } from "./declaration.ts";
import { checkDefinition } from "./definition.ts";
import { checkAgent, checkSession, checkTool } from "./directive.ts";
import { checkInvocation, checkReference } from "./invocation.ts";
import { checkNode, checkUse } from "./node.ts";
import { type Validation, validation } from "./validation.ts";

type Rule = (context: Validation, element: Element) => void;

/** The rules of a `<step>` need the diagram it belongs to (diagram.md 3). */
const noRule: Rule = () => {};

const rules: Record<ElementKind, Rule> = {
  invocation: checkInvocation,
  usage: checkInvocation,
  interface: checkDefinition,
  implementation: checkDefinition,
  contract: checkDefinition,
  reference: checkReference,
  tool: checkTool,
  session: checkSession,
  agent: checkAgent,
  param: checkParam,
  returns: checkReturns,
  reads: checkPatterns,
  writes: checkPatterns,
  node: checkNode,
  use: checkUse,
  field: checkField,
  step: noRule,
};

/** The rules on single elements and their nesting; needs no other document and no registry (language.md 1). */
export function validate(document: Document): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const context = validation(document, (diagnostic) => diagnostics.push(diagnostic));
  for (const element of document.elements) {
    if (element.malformed) continue;
    checkUnknownAttributes(context, element);
    rules[element.kind](context, element);
  }
  return diagnostics;
}
