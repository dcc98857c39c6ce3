import { shadowedDefinition } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nameOf } from "./collect.ts";
import type { ContractDefinition, Definition, ImplementationDefinition, InterfaceDefinition } from "./definition.ts";
import { type Namespaces, type Package, qualifiedName, sharedLayers } from "./package.ts";

export interface Shared extends Namespaces {
  readonly diagnostics: readonly Diagnostic[];
}

/** What every document sees beside its own package, nearest first; a name from two packages is a warning (language.md 4.5). */
export function share(packages: readonly Package[]): Shared {
  const diagnostics: Diagnostic[] = [];
  const report = (near: Definition, far: Definition) => diagnostics.push(shadowed(near, far));
  const shared = sharedLayers.flatMap((layer) => packages.filter((candidate) => candidate.layer === layer));
  const interfaces = new Map<string, InterfaceDefinition>();
  const implementations = new Map<string, ImplementationDefinition>();
  const contracts = new Map<string, ContractDefinition>();
  for (const owner of shared) {
    merge(interfaces, owner.interfaces, report);
    merge(implementations, owner.implementations, report);
    merge(contracts, owner.contracts, report);
  }
  for (const owner of packages.filter(({ layer }) => layer === "document")) {
    compare(owner.interfaces, interfaces, report);
    compare(owner.implementations, implementations, report);
    compare(owner.contracts, contracts, report);
  }
  return { interfaces, implementations, contracts, diagnostics };
}

type Report = (near: Definition, far: Definition) => void;

function merge<T extends Definition>(names: Map<string, T>, added: ReadonlyMap<string, T>, report: Report): void {
  compare(names, added, report);
  for (const [name, definition] of added) if (!names.has(name)) names.set(name, definition);
}

/** Reports each near definition that hides a far one: once, under its plain name where that is the same. */
function compare<T extends Definition>(
  near: ReadonlyMap<string, T>,
  far: ReadonlyMap<string, T>,
  report: Report,
): void {
  const fewer = near.size < far.size ? near : far;
  const reported = new Set<T>();
  for (const name of fewer.keys()) {
    const nearest = near.get(name);
    const hidden = far.get(name);
    if (nearest === undefined || hidden === undefined || reported.has(nearest)) continue;
    reported.add(nearest);
    report(nearest, hidden);
  }
}

function shadowed(near: Definition, far: Definition): Diagnostic {
  const qualified = qualifiedName(far.package.name, far.name);
  const related = [{ at: nameOf(far), message: `hidden; \`${qualified}\` still finds it` }];
  const { kind, name } = near;
  return shadowedDefinition({ at: nameOf(near), related, kind, name, package: far.package.name });
}
