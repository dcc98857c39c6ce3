import { contractOfType, fieldTypes } from "../2-validate/declared-type.ts";
import type { ContractDefinition } from "../3-register/definition.ts";
import { checkInheritance } from "../3-register/inheritance.ts";
import { findContract, type Registry } from "../3-register/registry.ts";
import { placeOf } from "../ast/place-of.ts";
import {
  enumWithoutValues,
  extendsCycle,
  unknownContract,
  unknownParent,
  unknownType,
} from "../diagnostics/catalogue.generated.ts";
import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { type ContractShape, shapeOf } from "./contract-shape.ts";
import { contractOf, type EffectiveField } from "./effective-field.ts";

/** A contract of which nothing can be said, because it or one it needs is wrong; the errors are those of `check`. */
export interface UnusableContract {
  readonly kind: "unusable-contract";
  readonly name: string;
  /** At least one. */
  readonly errors: readonly Diagnostic[];
}

/** Tells the error from the result of `toJsonSchema`, `toTypeScript` and `usableShape`. */
export function isUnusable(result: object | string): result is UnusableContract {
  return typeof result === "object" && "kind" in result && result.kind === "unusable-contract";
}

/** The shape of a contract that means something, else why it means nothing. */
export function usableShape(contract: ContractDefinition, registry: Registry): ContractShape | UnusableContract {
  const shape = shapeOf(contract, registry);
  const errors = errorsOf(shape, registry);
  return errors.length === 0
    ? shape
    : { kind: "unusable-contract", name: contract.name, errors: inSourceOrder(errors) };
}

/**
 * The errors of a check that stand in a contract or in one it needs: also those that the registry no longer shows, such as
 * a field that is declared twice. Warnings do not keep a contract from being used.
 */
export function contractErrors(
  contract: ContractDefinition,
  { registry, diagnostics }: { readonly registry: Registry; readonly diagnostics: readonly Diagnostic[] },
): Diagnostic[] {
  const { involved } = shapeOf(contract, registry);
  const stretches = [...involved].map(({ document, element }) => ({ file: document.source.file, ...element }));
  return diagnostics.filter(
    ({ severity, file, start }) =>
      severity === "error" &&
      stretches.some((one) => one.file === file && one.start <= start.offset && start.offset < one.end),
  );
}

function errorsOf({ involved, fields }: ContractShape, registry: Registry): Diagnostic[] {
  const parents = [...involved].flatMap((contract) => {
    const parent = registry.parentContract.get(contract);
    return parent === undefined ? [] : [[contract, parent] as const];
  });
  return [
    ...[...involved].flatMap((contract) => parentError(contract, registry)),
    ...checkInheritance(new Map(parents)),
    ...fields.flatMap((field) => fieldError(field, registry)),
  ];
}

/** The registry has no parent for a contract whose `extends` names nothing or closes a circle. */
function parentError(contract: ContractDefinition, registry: Registry): Diagnostic[] {
  const { extends: parent, document, element } = contract;
  if (parent === undefined || parent === "" || registry.parentContract.has(contract)) return [];
  const at = placeOf(document, element, "extends");
  const from = registry.packageOf.get(document);
  const found = from && findContract(registry, from, parent);
  return [
    found === undefined
      ? unknownParent({ at, kind: "contract", name: parent })
      : extendsCycle({ at, chain: circle(contract, found, registry) }),
  ];
}

function circle(contract: ContractDefinition, parent: ContractDefinition, registry: Registry): string {
  const names = [contract.name];
  for (
    let current: ContractDefinition | undefined = parent;
    current !== undefined && current !== contract;
    current = registry.parentContract.get(current)
  )
    names.push(current.name);
  return [...names, contract.name].join(" -> ");
}

function fieldError(field: EffectiveField, registry: Registry): Diagnostic[] {
  const { name, type, values, declared } = field;
  const last = declared.at(-1);
  if (last === undefined) return [];
  const { document } = last.contract;
  const at = placeOf(document, last.declaration.element, "type", "name");
  const contract = contractOfType(type);
  if (contract !== undefined && contract !== "")
    return contractOf(field, registry) === undefined ? [unknownContract({ at, name: contract })] : [];
  if (!fieldTypes.some((known) => known === type)) return [unknownType({ at, type })];
  return type === "enum" && values.length === 0 ? [enumWithoutValues({ at, element: `<field> "${name}"` })] : [];
}
