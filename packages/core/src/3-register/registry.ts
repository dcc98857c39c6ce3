import type { Document } from "../ast/nodes.ts";
import type { ContractDefinition, ImplementationDefinition, InterfaceDefinition } from "./definition.ts";
import type { Namespaces, Package } from "./package.ts";

/** Every definition of every loaded file, and how they hang together (language.md 4.5). */
export interface Registry {
  readonly packages: readonly Package[];
  readonly packageOf: ReadonlyMap<Document, Package>;
  /** What every document sees beside its own package; of equal names the nearest. */
  readonly shared: Namespaces;
  /** Links of `extends`; one that would close a cycle is left out. */
  readonly parentInterface: ReadonlyMap<InterfaceDefinition, InterfaceDefinition>;
  readonly parentContract: ReadonlyMap<ContractDefinition, ContractDefinition>;
  /** What an implementation implements: the interface, or the name of one that nothing defines. */
  readonly implemented: ReadonlyMap<ImplementationDefinition, InterfaceDefinition | string>;
  /** The implementations in each package, and in all shared ones, by what they implement. */
  readonly implementers: ReadonlyMap<Package, Implementers>;
  readonly sharedImplementers: Implementers;
}

export type Implementers = ReadonlyMap<InterfaceDefinition | string, readonly ImplementationDefinition[]>;

/** The interface that a name means in a package: its own first, then the nearest shared one. */
export function findInterface(registry: Registry, from: Namespaces, name: string): InterfaceDefinition | undefined {
  return from.interfaces.get(name) ?? registry.shared.interfaces.get(name);
}

export function findImplementation(
  registry: Registry,
  from: Namespaces,
  name: string,
): ImplementationDefinition | undefined {
  return from.implementations.get(name) ?? registry.shared.implementations.get(name);
}

export function findContract(registry: Registry, from: Namespaces, name: string): ContractDefinition | undefined {
  return from.contracts.get(name) ?? registry.shared.contracts.get(name);
}

/** The implementations a package sees of an interface; one that a nearer one of its name hides is not seen. */
export function implementationsOf(
  registry: Registry,
  from: Package,
  target: InterfaceDefinition | string,
): ImplementationDefinition[] {
  const own = registry.implementers.get(from)?.get(target) ?? [];
  const shared = registry.sharedImplementers.get(target) ?? [];
  return [...new Set([...own, ...shared])].filter(
    (candidate) => findImplementation(registry, from, candidate.name) === candidate,
  );
}
