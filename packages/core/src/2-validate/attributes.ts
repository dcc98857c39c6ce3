import { attribute, type Element } from "../ast/nodes.ts";
import { placeOf, placeOfAttribute, placeOfTag } from "../ast/place-of.ts";
import {
  conflictingAttributes,
  missingAttribute,
  missingOneOf,
  unknownAttribute,
} from "../diagnostics/catalogue.generated.ts";
import { nearestName } from "../text/nearest-name.ts";
import { attributeNames, isReportedElsewhere } from "./attribute-names.ts";
import { isDeclaration, type Validation } from "./validation.ts";

/** Unknown attributes are kept in the tree and ignored; a slip of a known one is named (language.md 2). */
export function checkUnknownAttributes(context: Validation, element: Element): void {
  const known = attributeNames(element, isDeclaration(context, element));
  for (const found of element.attributes) {
    // Any other bare name is an error of its own, reported by the parser.
    const isReported = found.value === null && found.name !== "required";
    if (isReported || known.includes(found.name) || isReportedElsewhere(element, found.name)) continue;
    const nearest = nearestName(found.name, known);
    const details = {
      at: placeOfAttribute(context.document, found),
      attribute: found.name,
      element: nameOf(element),
      help: nearest === undefined ? `${nameOf(element)} takes ${known.join(", ")}` : `did you mean \`${nearest}\`?`,
    };
    context.report(unknownAttribute(details));
  }
}

export function checkRequired(context: Validation, element: Element, ...names: readonly string[]): void {
  for (const name of names) {
    if (element.attributes.some((candidate) => candidate.name === name)) continue;
    const at = placeOfTag(context.document, element);
    context.report(missingAttribute({ at, element: nameOf(element), attribute: name }));
  }
}

export function checkOneOf(context: Validation, element: Element, ...names: readonly string[]): void {
  if (names.some((name) => attribute(element, name) !== undefined)) return;
  const at = placeOfTag(context.document, element);
  context.report(
    missingOneOf({ at, element: nameOf(element), attributes: names.map((name) => `\`${name}\``).join(", ") }),
  );
}

/** Reports every attribute of `excluded` that stands beside `name`. */
export function checkExcludes(context: Validation, element: Element, name: string, excluded: readonly string[]): void {
  if (attribute(element, name) === undefined) return;
  for (const found of element.attributes) {
    if (!excluded.includes(found.name)) continue;
    const at = placeOfAttribute(context.document, found);
    const related = [{ at: placeOf(context.document, element, name), message: `\`${name}\` is here` }];
    context.report(conflictingAttributes({ at, related, first: name, second: found.name, element: nameOf(element) }));
  }
}

/** How messages call an element. */
export function nameOf(element: Element): string {
  switch (element.kind) {
    case "interface":
    case "implementation":
    case "contract":
      return `<skill define="${element.kind}">`;
    case "usage":
    case "reference":
      return "<skill ref>";
    case "use":
      return "<tool use>";
    default:
      return `<${element.tag}>`;
  }
}
