import type { ImplementationDefinition } from "../3-register/definition.ts";
import type { Package } from "../3-register/package.ts";
import type { Registry } from "../3-register/registry.ts";
import { enclosing, isDefinition } from "../ast/enclosing.ts";
import type { Document, Element } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { paramCheck } from "./check-params.ts";
import { choose, type Defaults, type Sight, sightOf } from "./choose.ts";
import { paramsOf } from "./params.ts";
import { type Resolution, type Resolutions, requestOf } from "./resolution.ts";
import { toleratedElements } from "./tolerance.ts";
import { asWarning, unresolved } from "./unresolved.ts";

export interface ResolveOptions {
  readonly defaults?: Defaults;
  /**
   * `check` (the default) warns of what another machine or a host may still provide: an unknown name, an interface that
   * nothing implements. `run` makes it an error (language.md 4.5).
   */
  readonly purpose?: "check" | "run";
}

export interface Resolved {
  readonly resolutions: Resolutions;
  readonly diagnostics: readonly Diagnostic[];
}

/** Every invocation and usage to one implementation, before anything runs (language.md 6). */
export function resolve(documents: readonly Document[], registry: Registry, options: ResolveOptions = {}): Resolved {
  const resolutions = new Map<Element, Resolution>();
  const diagnostics: Diagnostic[] = [];
  const checkParams = paramCheck();
  const sights = new Map<Package, Sight>();
  for (const document of documents) {
    const from = registry.packageOf.get(document);
    if (from === undefined) throw new Error(`${document.source.file} was not registered`);
    const sight = sights.get(from) ?? sightOf(registry, from, options.defaults ?? {});
    sights.set(from, sight);
    const explain = unresolved(document, from, registry, options.purpose ?? "check");
    const definitionAround = enclosing(document, isDefinition);
    const tolerated = toleratedElements(document);
    const params = paramsOf(document);
    for (const element of document.elements) {
      if (element.malformed || definitionAround(element) !== null) continue;
      const request = requestOf(element);
      if (request === undefined) continue;
      const choice = choose(request, sight);
      const isTolerated = tolerated.has(element);
      if (choice.outcome !== "chosen") {
        diagnostics.push(explain(element, request, choice, isTolerated));
        continue;
      }
      const resolution = resolutionOf(choice.implementation, registry);
      resolutions.set(element, resolution);
      if (resolution.interface === undefined) continue;
      for (const problem of checkParams(document, element, resolution.interface, params.get(element) ?? new Map()))
        diagnostics.push(isTolerated ? asWarning(problem) : problem);
    }
  }
  return { resolutions, diagnostics };
}

function resolutionOf(implementation: ImplementationDefinition, registry: Registry): Resolution {
  const implemented = registry.implemented.get(implementation);
  return { implementation, interface: typeof implemented === "object" ? implemented : undefined };
}
