import { attribute, type Element } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { promptNodeWithTool, toolNodeWithoutTool } from "../diagnostics/catalogue.generated.ts";
import { checkRequired } from "./attributes.ts";
import { reportDuplicate } from "./declaration.ts";
import { childOfKind, type Validation } from "./validation.ts";
import { checkChoice, checkNotEmpty } from "./values.ts";

/** What a step can be (diagram.md 3). */
const stepTypes = ["prompt", "tool", "subagent", "session", "manual", "gate", "loop", "pass"] as const;

/** `<node>` of an implementation; names are unique in the whole definition (language.md 4.3). */
export function checkNode(context: Validation, element: Element): void {
  checkRequired(context, element, "name");
  checkNotEmpty(context, element, "name");
  checkChoice(context, element, "type", stepTypes);
  const definition = context.definitionAround(element);
  const name = attribute(element, "name") ?? "";
  if (name !== "") reportDuplicate(context, definition, element, "node", name);
  checkUses(context, element, name);
}

/** The `<tool use>` of a node. */
export function checkUse(context: Validation, element: Element): void {
  checkNotEmpty(context, element, "use");
}

function checkUses(context: Validation, element: Element, name: string): void {
  const type = attribute(element, "type");
  const use = childOfKind(element, "use");
  if (type === "tool" && use === undefined)
    context.report(toolNodeWithoutTool({ at: placeOfTag(context.document, element), name }));
  if ((type ?? "prompt") === "prompt" && use !== undefined) {
    const related = [{ at: placeOfTag(context.document, use), message: "the tool is named here" }];
    context.report(promptNodeWithTool({ at: placeOfTag(context.document, element), related, name }));
  }
}
