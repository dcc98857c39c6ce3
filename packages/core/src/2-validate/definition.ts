import { attribute, type Document, type Element } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import {
  conflictingParents,
  deprecatedImplements,
  invalidName,
  misplacedDefinition,
  unknownDefine,
  unusualName,
} from "../diagnostics/catalogue.generated.ts";
import type { Fix } from "../diagnostics/diagnostic.ts";
import { nearestName } from "../text/nearest-name.ts";
import { excludedByDefine } from "./attribute-names.ts";
import { checkExcludes, checkRequired, nameOf } from "./attributes.ts";
import { judgeName } from "./definition-name.ts";
import { reportExtends } from "./invocation.ts";
import type { Validation } from "./validation.ts";
import { checkChoices, checkInteger, checkNotEmpty } from "./values.ts";

/** Capabilities an implementation may declare (language.md 7.5). */
export const capabilities = [
  "pure",
  "fs:read",
  "fs:write",
  "net:read",
  "net:write",
  "exec",
  "env:read",
  "env:write",
] as const;

const definitions = ["interface", "implementation", "contract"] as const;

/** What holds for all three kinds of definition (language.md 4.2 to 4.5). */
export function checkDefinition(context: Validation, element: Element): void {
  if (attribute(element, "define") !== element.kind) reportUnknownDefine(context, element);
  const parentsAreClosed = context.unclosedAround(element) === null;
  if (element.parent !== null && parentsAreClosed) reportMisplaced(context, element, element.parent);
  checkRequired(context, element, "name");
  checkDefinitionName(context, element);
  checkExcludes(context, element, "define", excludedByDefine);
  if (element.kind === "interface") checkParents(context, element);
  if (element.kind === "implementation") checkImplementation(context, element);
  checkNotEmpty(context, element, "extends");
}

/** The parser has read it as the kind of definition it looks like. */
function reportUnknownDefine(context: Validation, element: Element): void {
  const value = attribute(element, "define") ?? "";
  const nearest = nearestName(value, definitions);
  const details = { at: placeOf(context.document, element, "define"), value };
  context.report(unknownDefine(nearest === undefined ? details : { ...details, help: `did you mean "${nearest}"?` }));
}

function reportMisplaced(context: Validation, element: Element, parent: Element): void {
  const related = [{ at: placeOfTag(context.document, parent), message: "it stands in this element" }];
  const at = placeOfTag(context.document, element);
  context.report(misplacedDefinition({ at, related, element: nameOf(element) }));
}

function checkDefinitionName(context: Validation, element: Element): void {
  const name = attribute(element, "name");
  if (name === undefined) return;
  const judgement = judgeName(name);
  const details = { at: placeOf(context.document, element, "name"), name: printedName(name) };
  if (judgement === "wrong") context.report(invalidName(details));
  if (judgement === "unusual") context.report(unusualName(details));
}

/** A name as a message can hold it: one that is far too long is cut. */
function printedName(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}...` : name;
}

/** `implements` on an interface is the older spelling of `extends` (language.md 4.2). */
function checkParents(context: Validation, element: Element): void {
  const older = attribute(element, "implements");
  if (older === undefined) return;
  const at = placeOf(context.document, element, "implements");
  const parent = attribute(element, "extends");
  if (parent === undefined) context.report(deprecatedImplements({ at, fixes: [renameFix(context.document, element)] }));
  else if (parent === older)
    context.report(deprecatedImplements({ at, fixes: [removalFix(context.document, element)] }));
  else context.report(conflictingParents({ at, extends: parent, implements: older }));
}

function checkImplementation(context: Validation, element: Element): void {
  checkRequired(context, element, "implements");
  checkNotEmpty(context, element, "implements", "run");
  checkInteger(context, element, "priority");
  checkChoices(context, element, "capabilities", capabilities);
  reportExtends(context, element);
}

function renameFix(document: Document, element: Element): Fix {
  const { start } = placeOf(document, element, "implements");
  const edit = { file: document.source.file, start, end: start + "implements".length, text: "extends" };
  return { title: "Write `extends` instead of `implements`", safe: true, edits: [edit] };
}

function removalFix(document: Document, element: Element): Fix {
  const { start, end } = placeOf(document, element, "implements");
  const before = document.source.text.slice(element.start, start).trimEnd();
  const edit = { file: document.source.file, start: element.start + before.length, end, text: "" };
  return { title: "Remove `implements`, which repeats `extends`", safe: true, edits: [edit] };
}
