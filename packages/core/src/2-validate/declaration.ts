import { type Attribute, attribute, type Element } from "../ast/nodes.ts";
import { placeOf, placeOfAttribute, placeOfTag } from "../ast/place-of.ts";
import {
  bodyAndPatterns,
  defaultDoesNotFit,
  duplicateName,
  emptyEnumValue,
  enumWithoutValues,
  fieldsInScalar,
  invalidValue,
  misplacedDeclaration,
  requiredWithDefault,
  unknownType,
  valuesWithoutEnum,
} from "../diagnostics/catalogue.generated.ts";
import { checkRequired, nameOf } from "./attributes.ts";
import { contractOfType, enumValues, fieldTypes, paramTypes, textFits, typeHelp } from "./declared-type.ts";
import { childOfKind, type Validation } from "./validation.ts";
import { checkNotEmpty, hasValue } from "./values.ts";

/** `<param>`: an interface's declaration, or a value for the nearest invocation (language.md 4.1, 4.2). */
export function checkParam(context: Validation, element: Element): void {
  const skill = context.skillAround(element);
  if (skill?.kind === "implementation" || skill?.kind === "contract") {
    const at = placeOfTag(context.document, element);
    context.report(misplacedDeclaration({ at, element: "<param>", place: nameOf(skill) }));
    return;
  }
  if (skill?.kind === "interface") checkDeclaration(context, element, skill);
  else checkNamed(context, element, skill);
}

/** `<returns>`: declared like a param, without `required` and `default` (language.md 4.2). */
export function checkReturns(context: Validation, element: Element): void {
  checkDeclaration(context, element, context.skillAround(element));
}

/** `<field>` of a contract; names are unique at each level (language.md 4.4). */
export function checkField(context: Validation, element: Element): void {
  checkDeclaration(context, element, element.parent);
  const nested = childOfKind(element, "field");
  const type = attribute(element, "type") ?? "object";
  if (nested === undefined || type === "object" || type === "list") return;
  const at = placeOf(context.document, element, "type");
  const related = [{ at: placeOfTag(context.document, nested), message: "the first nested field" }];
  context.report(fieldsInScalar({ at, related, type }));
}

/** `<reads>` and `<writes>`: globs in the body, or in `patterns` (language.md 4.2). */
export function checkPatterns(context: Validation, element: Element): void {
  const owner = context.skillAround(element);
  reportDuplicate(context, owner, element, element.tag, "");
  if (element.selfClosing) checkRequired(context, element, "patterns");
  const body = context.document.source.text.slice(element.bodyStart, element.bodyEnd);
  if (hasValue(element, "patterns") && body.trim() !== "")
    context.report(bodyAndPatterns({ at: placeOf(context.document, element, "patterns"), element: nameOf(element) }));
}

/** Says once more where a name was first given; what has no name is reported by kind alone. */
export function reportDuplicate(
  context: Validation,
  owner: Element | null,
  element: Element,
  kind: string,
  name: string,
): void {
  if (owner === null || owner.malformed) return;
  const named = context.named.get(owner) ?? new Map<string, Element>();
  context.named.set(owner, named);
  const key = `${kind} ${name}`;
  const first = named.get(key);
  if (first === undefined) {
    named.set(key, element);
    return;
  }
  const related = [{ at: placeOf(context.document, first, "name"), message: "first here" }];
  const subject = name === "" ? nameOf(element) : `${nameOf(element)} "${name}"`;
  context.report(duplicateName({ at: placeOf(context.document, element, "name"), related, subject }));
}

/** A name that is there, is not empty, and is given once by its owner. */
function checkNamed(context: Validation, element: Element, owner: Element | null): void {
  checkRequired(context, element, "name");
  checkNotEmpty(context, element, "name");
  const name = attribute(element, "name");
  if (name !== undefined && name !== "") reportDuplicate(context, owner, element, element.kind, name);
}

function checkDeclaration(context: Validation, element: Element, owner: Element | null): void {
  checkNamed(context, element, owner);
  const type = attribute(element, "type") ?? (hasNestedFields(element) ? "object" : "string");
  if (!checkType(context, element, type)) return;
  checkEnum(context, element, type);
  checkRequiredAndDefault(context, element, type);
}

function hasNestedFields(element: Element): boolean {
  return element.kind === "field" && childOfKind(element, "field") !== undefined;
}

function checkType(context: Validation, element: Element, type: string): boolean {
  const types: readonly string[] = element.kind === "field" ? fieldTypes : paramTypes;
  const contract = contractOfType(type);
  if (types.includes(type) || (contract !== undefined && contract !== "")) return true;
  context.report(unknownType({ at: placeOf(context.document, element, "type"), type, help: typeHelp(type, types) }));
  return false;
}

function checkEnum(context: Validation, element: Element, type: string): void {
  const values = attribute(element, "values");
  const at = placeOf(context.document, element, "values", "type");
  if (type !== "enum") {
    if (values !== undefined) context.report(valuesWithoutEnum({ at, type }));
    return;
  }
  const entries = enumValues(values);
  if (entries.length === 0) context.report(enumWithoutValues({ at, element: nameOf(element) }));
  else if (entries.length < (values ?? "").split("|").length) context.report(emptyEnumValue({ at }));
}

function checkRequiredAndDefault(context: Validation, element: Element, type: string): void {
  const required = element.attributes.find(({ name }) => name === "required");
  if (required !== undefined && !isBoolean(required)) {
    const at = placeOfAttribute(context.document, required);
    const expected = `"true" or "false", or the bare word`;
    context.report(invalidValue({ at, attribute: "required", value: required.value ?? "", expected }));
  }
  const fallback = attribute(element, "default");
  if (fallback === undefined || element.kind === "returns") return;
  const at = placeOf(context.document, element, "default");
  if (required !== undefined && (required.value ?? "true") === "true") context.report(requiredWithDefault({ at }));
  const values = enumValues(attribute(element, "values"));
  const isKnown = type !== "enum" || values.length > 0;
  if (isKnown && !textFits(type, values, fallback)) {
    const help = type === "enum" ? `its values are ${values.join(", ")}` : undefined;
    const details = { at, value: fallback, type };
    context.report(defaultDoesNotFit(help === undefined ? details : { ...details, help }));
  }
}

function isBoolean({ value }: Attribute): boolean {
  return value === null || value === "true" || value === "false";
}
