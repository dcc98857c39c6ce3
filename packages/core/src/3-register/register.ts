import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { collect, type PackagedDocument } from "./collect.ts";
import type { ImplementationDefinition, InterfaceDefinition } from "./definition.ts";
import { checkInheritance } from "./inheritance.ts";
import { link } from "./link.ts";
import { type Package, sharedLayers } from "./package.ts";
import type { Implementers, Registry } from "./registry.ts";
import { share } from "./share.ts";

export interface Registered {
  readonly registry: Registry;
  readonly diagnostics: readonly Diagnostic[];
}

/** The registry of all loaded documents: names, parents, contracts, implementations (language.md 4.5). */
export function register(sources: readonly PackagedDocument[]): Registered {
  const collected = collect(sources);
  const { packages, packageOf } = collected;
  const shared = share(packages);
  const links = link(packages, shared);
  const isShared = ({ layer }: Package) => sharedLayers.some((candidate) => candidate === layer);
  const registry: Registry = {
    packages,
    packageOf,
    shared,
    parentInterface: links.parentInterface,
    parentContract: links.parentContract,
    implemented: links.implemented,
    implementers: new Map(packages.map((owner) => [owner, implementersIn([owner], links.implemented)])),
    sharedImplementers: implementersIn(packages.filter(isShared), links.implemented),
  };
  const inheritance = checkInheritance(links.parentContract);
  const diagnostics = [...collected.diagnostics, ...shared.diagnostics, ...links.diagnostics, ...inheritance];
  return { registry, diagnostics };
}

function implementersIn(
  packages: readonly Package[],
  implemented: ReadonlyMap<ImplementationDefinition, InterfaceDefinition | string>,
): Implementers {
  const implementers = new Map<InterfaceDefinition | string, ImplementationDefinition[]>();
  for (const definition of packages.flatMap(({ definitions }) => definitions)) {
    if (definition.kind !== "implementation") continue;
    const target = implemented.get(definition) ?? definition.implements;
    const known = implementers.get(target);
    if (known === undefined) implementers.set(target, [definition]);
    else known.push(definition);
  }
  return implementers;
}
