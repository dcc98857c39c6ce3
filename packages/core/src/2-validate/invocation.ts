import { attribute, type Element } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import {
  contradictoryMode,
  hintIgnored,
  misplacedExtends,
  runInDefinition,
} from "../diagnostics/catalogue.generated.ts";
import { excludedByReference } from "./attribute-names.ts";
import { checkExcludes, checkOneOf, nameOf } from "./attributes.ts";
import type { Validation } from "./validation.ts";
import { checkChoice, checkNotEmpty, checkRetries, checkTimeout, hasValue } from "./values.ts";

/** A skill that runs: an invocation, or a `<skill ref>` outside definitions (language.md 4.1). */
export function checkInvocation(context: Validation, element: Element): void {
  checkRunsHere(context, element);
  if (element.kind === "usage") checkReference(context, element);
  else {
    checkOneOf(context, element, "interface", "impl", "name");
    checkExcludes(context, element, "name", ["interface", "impl"]);
    checkNotEmpty(context, element, "interface", "impl", "name");
    reportExtends(context, element);
    reportIgnoredHints(context, element);
    reportContradictoryMode(context, element);
  }
  checkRetries(context, element);
  checkTimeout(context, element);
  checkChoice(context, element, "policy", ["bottom-up", "wrapper", "sequential"]);
  checkChoice(context, element, "on-failure", ["halt", "skip", "partial"]);
}

/** `<skill ref>`, wherever it stands (language.md 4.2). */
export function checkReference(context: Validation, element: Element): void {
  checkNotEmpty(context, element, "ref");
  checkExcludes(context, element, "ref", excludedByReference);
  reportExtends(context, element);
  reportContradictoryMode(context, element);
}

/** A definition never runs, so nothing that runs stands in it; what is inside such an element was reported with it (language.md 4.5). */
export function checkRunsHere(context: Validation, element: Element): void {
  const definition = context.definitionAround(element);
  if (definition === null || definition.malformed || isRunning(element.parent)) return;
  const related = [{ at: placeOfTag(context.document, definition), message: "the definition starts here" }];
  context.report(runInDefinition({ at: placeOfTag(context.document, element), related, element: nameOf(element) }));
}

function isRunning(element: Element | null): boolean {
  switch (element?.kind) {
    case "invocation":
    case "usage":
    case "tool":
    case "session":
    case "agent":
      return true;
    default:
      return false;
  }
}

export function reportExtends(context: Validation, element: Element): void {
  if (!hasValue(element, "extends")) return;
  context.report(misplacedExtends({ at: placeOf(context.document, element, "extends"), element: nameOf(element) }));
}

function reportIgnoredHints(context: Validation, element: Element): void {
  if (!hasValue(element, "impl")) return;
  for (const hint of ["language", "framework"]) {
    if (hasValue(element, hint)) context.report(hintIgnored({ at: placeOf(context.document, element, hint), hint }));
  }
}

/** `mode` is the diagram-driven skills' own: for `dde` it chooses, elsewhere it may only repeat the name (language.md 4.1). */
function reportContradictoryMode(context: Validation, element: Element): void {
  const name = attribute(element, "impl") ?? attribute(element, "ref") ?? attribute(element, "name");
  const interfaceName = attribute(element, "interface");
  const chosen = name ?? interfaceName;
  if (
    chosen === undefined ||
    !(chosen === "dde" || chosen === "diagram-driven-execution" || /^dde-(?:simple|advanced)$/.test(chosen))
  )
    return;
  checkChoice(context, element, "mode", ["simple", "advanced"]);
  const mode = attribute(element, "mode");
  if ((mode !== "simple" && mode !== "advanced") || !chosen.startsWith("dde-") || chosen === `dde-${mode}`) return;
  context.report(contradictoryMode({ at: placeOf(context.document, element, "mode"), mode, name: chosen }));
}
