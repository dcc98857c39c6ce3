import type { ContractDefinition } from "../3-register/definition.ts";
import { uniqueNames } from "./unique-names.ts";

/** A name of TypeScript for each contract: its own in Pascal case, numbered where two would be the same. */
export function typeNames(contracts: Iterable<ContractDefinition>): ReadonlyMap<ContractDefinition, string> {
  return uniqueNames(contracts, ({ name }) => pascalCase(name));
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(joined) ? joined : `Contract${joined}`;
}

/** A field's name as a property: quoted unless it is a plain identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
