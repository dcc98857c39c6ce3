import { secondsOf } from "../2-validate/values.ts";
import { builtInPackage } from "../3-register/built-in.ts";
import type { ImplementationDefinition, InterfaceDefinition } from "../3-register/definition.ts";
import type { Resolution } from "../4-resolve/resolution.ts";
import { runtimeName } from "../5-authorise/tool-names.ts";
import { attribute, type Document, type Element, isElement } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { descriptionOf } from "../ast/text-of.ts";
import { commandBlockMissing } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { bodyOf } from "../diagram/body.ts";
import { contentOf, fencedBlocks } from "../diagram/fenced-blocks.ts";
import { diagramOfImplementation, diagramOfSkill } from "../diagram/find-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import type { DiagramText } from "./compile-diagram.ts";
import type { Mechanism, OnFailure, PreparedSkill } from "./prepared.ts";

/** What runs a skill, before its diagram is compiled (language.md 7.3, in this order). */
export type FoundMechanism =
  | { readonly type: "diagram"; readonly text: DiagramText; readonly designId?: string }
  | (Exclude<Mechanism, { type: "diagram" }> & { readonly diagnostics?: readonly Diagnostic[] });

export function mechanismOf(
  document: Document,
  skill: Element,
  { implementation, interface: definition }: Resolution,
  handlers: ReadonlySet<string>,
): FoundMechanism {
  if (handlers.has(implementation.name)) return { type: "handler" };
  if (implementation.run !== undefined)
    return toolMechanism(implementation, runtimeName(implementation.run, new Set()));
  const diagram = diagramMechanism(document, skill, implementation);
  return diagram ?? promptMechanism(implementation, definition);
}

/** Settings of an invocation as they are carried out (language.md 4.1). */
export function settingsOf(skill: Element): Pick<PreparedSkill, "policy" | "retries" | "timeoutMs" | "onFailure"> {
  const policy = attribute(skill, "policy");
  const seconds = secondsOf(attribute(skill, "timeout") ?? "");
  const retries = Number(attribute(skill, "retries") ?? 0);
  return {
    policy: policy === "sequential" || policy === "wrapper" ? policy : "bottom-up",
    retries: Number.isInteger(retries) ? Math.min(10, Math.max(0, retries)) : 0,
    timeoutMs: seconds === undefined ? null : Math.min(3600, seconds) * 1000,
    onFailure: onFailureOf(skill),
  };
}

export function onFailureOf(element: Element): OnFailure {
  const value = attribute(element, "on-failure");
  return value === "skip" || value === "partial" ? value : "halt";
}

/** The given params, and the defaults of those that were not given (language.md 7.3). */
export function paramsWithDefaults(
  given: ReadonlyMap<string, { readonly value: string }> | undefined,
  definition: InterfaceDefinition | undefined,
): Record<string, string> {
  const defaults = (definition?.params ?? []).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries([...(given ?? [])].map(([name, { value }]) => [name, value])),
  };
}

function toolMechanism({ document, element }: ImplementationDefinition, tool: string): FoundMechanism {
  if (tool !== "bash" && tool !== "sql") return { type: "tool", tool };
  const { text } = bodyOf(document, element);
  const blocks = fencedBlocks(text);
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) {
    return { type: "tool", tool, diagnostics: [commandBlockMissing({ at: placeOfTag(document, element), tool })] };
  }
  const database = /(?:^|\s)db=(\S+)/.exec(block.info)?.[1];
  return { type: "tool", tool, block: contentOf(text, block), ...(database === undefined ? {} : { database }) };
}

function diagramMechanism(
  document: Document,
  skill: Element,
  implementation: ImplementationDefinition,
): FoundMechanism | null {
  if (implementation.package.layer === builtInPackage.layer) {
    const mode = implementation.name === "dde-simple" ? "simple" : "advanced";
    const text = { ...diagramOfSkill(document, skill), steps: stepsOf(document, skill), mode } as const;
    return { type: "diagram", text, ...designIdOf([skill]) };
  }
  const { document: owner, element } = implementation;
  const found = diagramOfImplementation(owner, element);
  if (found.diagram === null && found.diagnostics.length === 0 && !refersToDiagrams(element)) return null;
  const invoking = [skill, ...referencesIn(element)];
  const text = { ...found, steps: stepsOf(owner, element), mode: modeOf(invoking) };
  return { type: "diagram", text, ...designIdOf(invoking) };
}

function promptMechanism(
  { document, element }: ImplementationDefinition,
  definition: InterfaceDefinition | undefined,
): FoundMechanism {
  const own = definition === undefined ? "" : descriptionOf(definition.document, definition.element);
  const described = definition === undefined ? undefined : attribute(definition.element, "description");
  return { type: "prompt", instructions: descriptionOf(document, element), description: described ?? own };
}

function refersToDiagrams(implementation: Element): boolean {
  return referencesIn(implementation).some((reference) => attribute(reference, "ref") === "dde");
}

function referencesIn(implementation: Element): Element[] {
  return implementation.children.filter(isElement).filter(({ kind }) => kind === "reference");
}

/** What the invocation asks for, else what the implementation's own reference does. */
function modeOf(invoking: readonly Element[]): PlanDefinition["mode"] {
  const modes = invoking.map((element) => attribute(element, "mode"));
  return modes.find((mode) => mode !== undefined) === "simple" ? "simple" : "advanced";
}

function designIdOf(invoking: readonly Element[]): { readonly designId?: string } {
  const designId = invoking.map((element) => attribute(element, "design-id")).find((id) => id !== undefined);
  return designId === undefined ? {} : { designId };
}
