import { contractOfType } from "../2-validate/declared-type.ts";
import type { ContractDefinition, Declaration } from "../3-register/definition.ts";
import { findContract, type Registry } from "../3-register/registry.ts";

/** A field as a contract has it: what it declares, on top of what it inherits (language.md 4.4). */
export interface EffectiveField extends Omit<Declaration, "fields"> {
  /** From the oldest ancestor to the contract itself. */
  readonly declared: readonly Declaring[];
}

interface Declaring {
  readonly declaration: Declaration;
  readonly contract: ContractDefinition;
}

/** All fields of a contract, inherited ones first. */
export function fieldsOf(contract: ContractDefinition, registry: Registry): EffectiveField[] {
  const family: ContractDefinition[] = [];
  for (
    let current: ContractDefinition | undefined = contract;
    current !== undefined;
    current = registry.parentContract.get(current)
  )
    family.push(current);
  return merged(
    family.reverse().flatMap((owner) => owner.fields.map((declaration) => ({ declaration, contract: owner }))),
  );
}

/** The fields of an object, or of each item of a list; read level by level, since nesting may be deep. */
export function nestedFieldsOf({ declared }: EffectiveField): EffectiveField[] {
  return merged(
    declared.flatMap(({ declaration, contract }) =>
      declaration.fields.map((nested) => ({ declaration: nested, contract })),
    ),
  );
}

/** The contract that a field's values follow, as the contract that declares it sees the name. */
export function contractOf({ type, declared }: EffectiveField, registry: Registry): ContractDefinition | undefined {
  const name = contractOfType(type);
  const owner = declared.at(-1)?.contract;
  const from = owner && registry.packageOf.get(owner.document);
  return name === undefined || from === undefined ? undefined : findContract(registry, from, name);
}

function merged(declarations: readonly Declaring[]): EffectiveField[] {
  const byName = new Map<string, Declaring[]>();
  for (const declaring of declarations) {
    const known = byName.get(declaring.declaration.name);
    if (known === undefined) byName.set(declaring.declaration.name, [declaring]);
    else known.push(declaring);
  }
  return [...byName.values()].flatMap((declared) => {
    const last = declared.at(-1);
    if (last === undefined) return [];
    const { fields: _, ...own } = last.declaration;
    return [{ ...own, declared }];
  });
}
