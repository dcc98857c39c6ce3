import type { Element } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import { conflictingToolLists, constraintCannotFail, interfaceToolForm } from "../diagnostics/catalogue.generated.ts";
import { checkOneOf, checkRequired } from "./attributes.ts";
import { checkRunsHere } from "./invocation.ts";
import type { Validation } from "./validation.ts";
import { checkChoice, checkNotEmpty, hasValue } from "./values.ts";

/** `<tool>`: a directive, or an interface's own constraint (language.md 4.2, 5). */
export function checkTool(context: Validation, element: Element): void {
  checkOneOf(context, element, "name", "allow", "deny");
  checkNotEmpty(context, element, "name");
  if (element.parent?.kind === "interface") checkInterfaceTool(context, element);
  else checkRunsHere(context, element);
  if (hasValue(element, "on-failure"))
    context.report(constraintCannotFail({ at: placeOf(context.document, element, "on-failure") }));
  if (!hasConflictingLists(element)) return;
  const related = [{ at: placeOf(context.document, element, "allow"), message: "`allow` is here" }];
  context.report(conflictingToolLists({ at: placeOf(context.document, element, "deny"), related }));
}

/** Such a tag is an error and constrains nothing below it (language.md 5). */
export function hasConflictingLists(element: Element): boolean {
  return hasValue(element, "allow") && hasValue(element, "deny");
}

export function checkSession(context: Validation, element: Element): void {
  checkRunsHere(context, element);
  checkNotEmpty(context, element, "name");
  checkChoice(context, element, "isolated", ["true", "false"]);
  checkChoice(context, element, "on-failure", ["halt", "skip", "partial"]);
}

export function checkAgent(context: Validation, element: Element): void {
  checkRunsHere(context, element);
  checkRequired(context, element, "name");
  checkNotEmpty(context, element, "name", "model");
  checkChoice(context, element, "mode", ["sync", "background"]);
  checkChoice(context, element, "on-failure", ["halt", "skip", "partial"]);
}

function checkInterfaceTool(context: Validation, element: Element): void {
  if (element.selfClosing && !hasValue(element, "name")) return;
  const at = element.selfClosing ? placeOf(context.document, element, "name") : placeOfTag(context.document, element);
  context.report(interfaceToolForm({ at }));
}
