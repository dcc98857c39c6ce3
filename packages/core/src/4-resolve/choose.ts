import { diagramAlias } from "../3-register/built-in.ts";
import type { ImplementationDefinition, InterfaceDefinition } from "../3-register/definition.ts";
import type { Package } from "../3-register/package.ts";
import { findImplementation, findInterface, implementationsOf, type Registry } from "../3-register/registry.ts";
import type { Request } from "./resolution.ts";

/** The configured implementation of each interface that has several (language.md 6). */
export type Defaults = Readonly<Record<string, string>>;

/** The one implementation, or why there is none. */
export type Choice =
  | { readonly outcome: "chosen"; readonly implementation: ImplementationDefinition }
  | { readonly outcome: "unknown-implementation" | "unknown-interface" | "unknown-skill" }
  | { readonly outcome: "unimplemented"; readonly interface: InterfaceDefinition }
  | {
      readonly outcome: "no-match" | "ambiguous";
      readonly interface: string;
      readonly candidates: readonly ImplementationDefinition[];
    }
  | { readonly outcome: "mismatch"; readonly implementation: ImplementationDefinition };

/** Resolves one request; depends on nothing but the request, the registry and the configuration (language.md 6). */
export function choose(request: Request, from: Package, registry: Registry, defaults: Defaults): Choice {
  switch (request.attribute) {
    case "impl":
      return chooseByImplementation(request, from, registry);
    case "interface":
      return chooseByInterface(request, from, registry, defaults) ?? { outcome: "unknown-interface" };
    case "name":
    case "ref":
      return chooseByName(request, from, registry, defaults);
  }
}

function chooseByName(request: Request, from: Package, registry: Registry, defaults: Defaults): Choice {
  const implementation = findImplementation(registry, from, request.name) ?? diagramImplementation(request, registry);
  if (implementation !== undefined) return { outcome: "chosen", implementation };
  return chooseByInterface(request, from, registry, defaults) ?? { outcome: "unknown-skill" };
}

function chooseByImplementation(request: Request, from: Package, registry: Registry): Choice {
  const implementation = findImplementation(registry, from, request.name) ?? diagramImplementation(request, registry);
  if (implementation === undefined) return { outcome: "unknown-implementation" };
  const { interface: wanted } = request;
  if (wanted === undefined || doesImplement(implementation, wanted, from, registry))
    return { outcome: "chosen", implementation };
  return { outcome: "mismatch", implementation };
}

/** Undefined when neither a definition nor an implementation knows the interface. */
function chooseByInterface(
  request: Request,
  from: Package,
  registry: Registry,
  defaults: Defaults,
): Choice | undefined {
  const defined = findInterface(registry, from, request.name);
  const all = implementationsOf(registry, from, defined ?? request.name);
  if (all.length === 0) {
    const implementation = diagramImplementation(request, registry, defined);
    if (implementation !== undefined) return { outcome: "chosen", implementation };
    return defined && { outcome: "unimplemented", interface: defined };
  }
  const candidates = all.filter(
    ({ language, framework }) =>
      (request.language === undefined || language === request.language) &&
      (request.framework === undefined || framework === request.framework),
  );
  if (candidates.length === 0) return { outcome: "no-match", interface: request.name, candidates: all };
  const configured = defaultFor([request.name, defined?.name], defaults);
  const preferred = configured === undefined ? undefined : findImplementation(registry, from, configured);
  const implementation = best(candidates, preferred);
  if (implementation !== undefined) return { outcome: "chosen", implementation };
  return { outcome: "ambiguous", interface: request.name, candidates };
}

/** The only one, else the configured one, else the one of strictly highest priority (language.md 6). */
function best(
  candidates: readonly ImplementationDefinition[],
  preferred: ImplementationDefinition | undefined,
): ImplementationDefinition | undefined {
  if (preferred !== undefined && candidates.includes(preferred)) return preferred;
  const highest = candidates.reduce((top, { priority }) => Math.max(top, priority), Number.NEGATIVE_INFINITY);
  const [first, ...others] = candidates.filter(({ priority }) => priority === highest);
  return others.length === 0 ? first : undefined;
}

/** The configuration may name the interface as the document does, or as its definition does. */
function defaultFor(names: readonly (string | undefined)[], defaults: Defaults): string | undefined {
  const name = names.find((candidate) => candidate !== undefined && Object.hasOwn(defaults, candidate));
  return name === undefined ? undefined : defaults[name];
}

function doesImplement(
  implementation: ImplementationDefinition,
  wanted: string,
  from: Package,
  registry: Registry,
): boolean {
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
