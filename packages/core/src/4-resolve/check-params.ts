import { textFits } from "../2-validate/declared-type.ts";
import type { Declaration, InterfaceDefinition } from "../3-register/definition.ts";
import type { Document, Element } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import { missingParam, unfitParam, unknownParam } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nameSuggester } from "../text/nearest-name.ts";
import type { ParamValue } from "./params.ts";

type Given = ReadonlyMap<string, ParamValue>;

/** Checks the params of one invocation against the interface it resolves through. */
export type ParamCheck = (
  document: Document,
  element: Element,
  definition: InterfaceDefinition,
  given: Given,
) => Diagnostic[];

/** What an interface takes, read once however often it is invoked. */
interface Inputs {
  readonly declared: ReadonlyMap<string, Declaration>;
  readonly required: readonly Declaration[];
  suggest(name: string): string | undefined;
}

/** More names than a reader takes in are counted rather than named. */
const namesGiven = 5;

/**
 * Params against what the interface declares: missing, of another type, unknown (language.md 7.3). An interface that
 * declares none says nothing about its inputs, so whatever it is given is taken.
 */
export function paramCheck(): ParamCheck {
  const known = new Map<InterfaceDefinition, Inputs>();
  return (document, element, definition, given) => {
    if (definition.params.length === 0) return [];
    const inputs = known.get(definition) ?? inputsOf(definition);
    known.set(definition, inputs);
    const wrong = [...given.values()].flatMap((param) => judge(document, param, definition, inputs));
    return [...missing(document, element, definition, inputs, given), ...wrong];
  };
}

function inputsOf({ params }: InterfaceDefinition): Inputs {
  const declared = new Map(params.map((declaration) => [declaration.name, declaration]));
  return {
    declared,
    required: params.filter(({ required }) => required),
    suggest: nameSuggester(() => declared.keys()),
  };
}

/** One report for all of them, found without looking at every declaration again for each invocation. */
function missing(
  document: Document,
  element: Element,
  definition: InterfaceDefinition,
  { declared, required }: Inputs,
  given: Given,
): Diagnostic[] {
  const present = [...given.keys()].filter((name) => declared.get(name)?.required === true).length;
  const count = required.length - present;
  if (count === 0) return [];
  const first: Declaration[] = [];
  for (const declaration of required) {
    if (first.length === namesGiven) break;
    if (!given.has(declaration.name)) first.push(declaration);
  }
  const others = count - first.length;
  const names = first.map(({ name }) => `\`${name}\``).join(", ") + (others === 0 ? "" : ` and ${others} more`);
  const related = first.flatMap((declaration) => declaredHere(definition, declaration));
  return [missingParam({ at: placeOfTag(document, element), related, names, interface: definition.name })];
}

function judge(
  document: Document,
  { name, value, element }: ParamValue,
  definition: InterfaceDefinition,
  { declared, suggest }: Inputs,
): Diagnostic[] {
  const declaration = declared.get(name);
  if (declaration === undefined) {
    const nearest = suggest(name);
    const details = { at: placeOf(document, element, "name"), name, interface: definition.name };
    return [unknownParam(nearest === undefined ? details : { ...details, help: `did you mean \`${nearest}\`?` })];
  }
  const { type, values } = declaration;
  // Strings are taken as written; white space around anything else is layout.
  if (textFits(type, values, type === "string" ? value : value.trim())) return [];
  const details = { at: placeOfTag(document, element), related: declaredHere(definition, declaration), name, type };
  return [unfitParam(type === "enum" ? { ...details, help: `its values are ${values.join(", ")}` } : details)];
}

function declaredHere(definition: InterfaceDefinition, declaration: Declaration) {
  return [{ at: placeOfTag(definition.document, declaration.element), message: "declared here" }];
}
