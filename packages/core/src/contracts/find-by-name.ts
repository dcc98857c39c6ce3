import type { ContractDefinition } from "../3-register/definition.ts";
import { qualifiedName } from "../3-register/package.ts";
import type { Registry } from "../3-register/registry.ts";
import { nearestName } from "../text/nearest-name.ts";

/** The contract of a name among all loaded documents, or why it is not one. */
export type ContractByName =
  | { readonly kind: "found"; readonly contract: ContractDefinition }
  | { readonly kind: "unknown"; readonly nearest: string | undefined; readonly known: readonly string[] }
  | { readonly kind: "ambiguous"; readonly contracts: readonly ContractDefinition[] };

/** Looks for a contract, by its plain or its qualified name, from outside every document (language.md 4.5). */
export function contractByName(registry: Registry, name: string): ContractByName {
  const all = registry.packages.flatMap(({ definitions }) =>
    definitions.filter((definition) => definition.kind === "contract"),
  );
  const contracts = all.filter((contract) => contract.name === name || qualified(contract) === name);
  const [first, second] = contracts;
  if (first === undefined) {
    const known = [...new Set(all.map((contract) => contract.name))].sort();
    return { kind: "unknown", nearest: nearestName(name, [...known, ...all.map(qualified)]), known };
  }
  return second === undefined ? { kind: "found", contract: first } : { kind: "ambiguous", contracts };
}

function qualified({ name, package: owner }: ContractDefinition): string {
  return qualifiedName(owner.name, name);
}
