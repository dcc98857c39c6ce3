import { builtInPackage } from "../3-register/built-in.ts";
import type { ImplementationDefinition } from "../3-register/definition.ts";
import { attribute, type Document, type Element, isElement } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import { notSupported } from "../diagnostics/catalogue.generated.ts";
import { diagramOfImplementation, diagramOfSkill } from "../diagram/find-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import type { DiagramText } from "./compile-diagram.ts";

/** Settings that are carried out on no diagram yet. */
const unsupportedSettings = ["retries", "timeout", "policy", "on-failure"] as const;

/** The diagram that a skill runs (language.md 7.3, diagram.md 1); an error where something else would run it. */
export function diagramSkill(
  document: Document,
  skill: Element,
  implementation: ImplementationDefinition,
): DiagramText {
  const unsupported = unsupportedSettings.flatMap((name) => {
    const value = attribute(skill, name);
    if (value === undefined || isDefault(name, value)) return [];
    return [notSupported({ at: placeOf(document, skill, name), feature: `${name}="${value}" on a skill` })];
  });
  const found = findDiagram(document, skill, implementation);
  return { ...found, diagnostics: [...unsupported, ...found.diagnostics] };
}

function findDiagram(document: Document, skill: Element, implementation: ImplementationDefinition): DiagramText {
  if (implementation.package.layer === builtInPackage.layer) {
    const mode = implementation.name === "dde-simple" ? "simple" : "advanced";
    return { ...diagramOfSkill(document, skill), steps: stepsOf(document, skill), mode };
  }
  const { document: owner, element } = implementation;
  const found = diagramOfImplementation(owner, element);
  const isDriven = found.diagram !== null || found.diagnostics.length > 0 || refersToDiagrams(element);
  if (isDriven && implementation.run === undefined)
    return { ...found, steps: stepsOf(owner, element), mode: modeOf(skill, element) };
  const feature =
    implementation.run === undefined ? "running an implementation as a prompt" : `run="${implementation.run}"`;
  const diagnostics = [notSupported({ at: placeOfTag(document, skill), feature })];
  return { diagram: null, steps: [], mode: "advanced", diagnostics };
}

function isDefault(name: (typeof unsupportedSettings)[number], value: string): boolean {
  return { retries: "0", timeout: "", policy: "bottom-up", "on-failure": "halt" }[name] === value;
}

function refersToDiagrams(implementation: Element): boolean {
  return implementation.children.some(
    (child) => isElement(child) && child.kind === "reference" && attribute(child, "ref") === "dde",
  );
}

/** What the invocation asks for, else what the implementation's own reference does. */
function modeOf(skill: Element, implementation: Element): PlanDefinition["mode"] {
  const references = implementation.children.filter(isElement).filter(({ kind }) => kind === "reference");
  const modes = [skill, ...references].map((element) => attribute(element, "mode"));
  return modes.find((mode) => mode !== undefined) === "simple" ? "simple" : "advanced";
}
