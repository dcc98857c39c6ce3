import { diagramAlias } from "../3-register/built-in.ts";
import type { ImplementationDefinition, InterfaceDefinition } from "../3-register/definition.ts";
import type { Package } from "../3-register/package.ts";
import { findImplementation, findInterface, type Registry } from "../3-register/registry.ts";
import { type CandidateIndex, candidateIndexes } from "./candidates.ts";
import type { Request } from "./resolution.ts";

/** The configured implementation of each interface that has several (language.md 6). */
export type Defaults = Readonly<Record<string, string>>;

/**
 * Why an implementation was taken: it was named, it is the only one that fits, the configuration prefers it, it has the
 * strictly highest priority, or it is the built-in one for the `mode` (language.md 4.5, 6).
 */
export type ChoiceReason = "named" | "only" | "default" | "priority" | "mode";

/** The one implementation, or why there is none. */
export type Choice =
  | {
      readonly outcome: "chosen";
      readonly implementation: ImplementationDefinition;
      readonly reason: ChoiceReason;
    }
  | { readonly outcome: "unknown-implementation" | "unknown-interface" | "unknown-skill" }
  | { readonly outcome: "unimplemented"; readonly interface: InterfaceDefinition }
  | { readonly outcome: "no-match" | "ambiguous"; readonly candidates: Iterable<ImplementationDefinition> }
  | { readonly outcome: "mismatch"; readonly implementation: ImplementationDefinition };

/** What a package sees: where its requests are resolved. */
export interface Sight {
  readonly registry: Registry;
  readonly from: Package;
  readonly defaults: Defaults;
  candidates(target: InterfaceDefinition | string): CandidateIndex;
}

export function sightOf(registry: Registry, from: Package, defaults: Defaults): Sight {
  return { registry, from, defaults, candidates: candidateIndexes(registry, from) };
}

/** Resolves one request; depends on nothing but the request, the registry and the configuration (language.md 6). */
export function choose(request: Request, sight: Sight): Choice {
  switch (request.attribute) {
    case "impl":
      return chooseByImplementation(request, sight);
    case "interface":
      return chooseByInterface(request, sight) ?? { outcome: "unknown-interface" };
    case "name":
    case "ref":
      return chooseByName(request, sight);
  }
}

function chooseByName(request: Request, sight: Sight): Choice {
  return implementationNamed(request, sight) ?? chooseByInterface(request, sight) ?? { outcome: "unknown-skill" };
}

function chooseByImplementation(request: Request, sight: Sight): Choice {
  const choice = implementationNamed(request, sight);
  if (choice === undefined) return { outcome: "unknown-implementation" };
  const { interface: wanted } = request;
  if (wanted === undefined || doesImplement(choice.implementation, wanted, sight)) return choice;
  return { outcome: "mismatch", implementation: choice.implementation };
}

type Chosen = Extract<Choice, { outcome: "chosen" }>;

function implementationNamed(request: Request, { registry, from }: Sight): Chosen | undefined {
  const named = chosen(findImplementation(registry, from, request.name), "named");
  return named ?? chosen(diagramImplementation(request, registry), "mode");
}

function chosen(implementation: ImplementationDefinition | undefined, reason: ChoiceReason): Chosen | undefined {
  return implementation && { outcome: "chosen", implementation, reason };
}

/** Undefined when neither a definition nor an implementation knows the interface. */
function chooseByInterface(request: Request, sight: Sight): Choice | undefined {
  const { registry, from, defaults } = sight;
  const defined = findInterface(registry, from, request.name);
  const index = sight.candidates(defined ?? request.name);
  if (index.all.length === 0) {
    const builtIn = chosen(diagramImplementation(request, registry, defined), "mode");
    return builtIn ?? (defined && { outcome: "unimplemented", interface: defined });
  }
  const candidates = index.matching(request);
  if (candidates === undefined) return { outcome: "no-match", candidates: index.all };
  const configured = defaultFor([request.name, defined?.name], defaults);
  const preferred = configured === undefined ? undefined : findImplementation(registry, from, configured);
  if (preferred !== undefined && candidates.members.has(preferred)) return chosen(preferred, "default");
  const highest = chosen(candidates.highest, candidates.members.size === 1 ? "only" : "priority");
  return highest ?? { outcome: "ambiguous", candidates: candidates.members };
}

/** The configuration may name the interface as the document does, or as its definition does. */
function defaultFor(names: readonly (string | undefined)[], defaults: Defaults): string | undefined {
  const name = names.find((candidate) => candidate !== undefined && Object.hasOwn(defaults, candidate));
  return name === undefined ? undefined : defaults[name];
}

function doesImplement(implementation: ImplementationDefinition, wanted: string, { registry, from }: Sight): boolean {
  const target = findInterface(registry, from, wanted) ?? wanted;
  const implemented = registry.implemented.get(implementation);
  if (implemented === target) return true;
  // Both built-in implementations are ways to execute a diagram, which is what their interfaces extend.
  const isBuiltIn = implementation.package.layer === "built-in" && typeof implemented === "object";
  return isBuiltIn && registry.parentInterface.get(implemented) === target;
}

/** `dde`, and the interface that both built-in implementations come down to, choose by `mode` (language.md 4.5). */
function diagramImplementation(
  { name, mode }: Request,
  registry: Registry,
  defined?: InterfaceDefinition,
): ImplementationDefinition | undefined {
  const isDiagram = defined?.package.layer === "built-in" && defined.name === "diagram-driven-execution";
  if (name !== diagramAlias && !isDiagram) return undefined;
  return registry.shared.implementations.get(mode === "simple" ? "dde-simple" : "dde-advanced");
}
