import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { descriptionOf } from "../ast/text-of.ts";
import { withoutGaps } from "./description.ts";
import { contractOf, type EffectiveField, fieldsOf, nestedFieldsOf } from "./effective-field.ts";

/** What a value has to be to keep a contract: everything inherited and referred to is in place (language.md 4.4). */
export interface ObjectShape {
  /** The contract this is the whole of; null for fields nested in one. */
  readonly contract: ContractDefinition | null;
  readonly fields: readonly FieldShape[];
}

export interface FieldShape {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** As it is written. */
  readonly default: string | undefined;
  readonly type: FieldType;
}

export type FieldType =
  | { readonly kind: "string" | "number" | "boolean" | "path" | "unknown" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  /** `item` is null for a list of anything. */
  | { readonly kind: "list"; readonly item: ObjectShape | null }
  /** An object of its own, or one that another contract describes. */
  | { readonly kind: "object"; readonly shape: ObjectShape };

export interface ContractShape {
  readonly root: ObjectShape;
  /** The contract and all it refers to, in the order they are met. */
  readonly shapes: ReadonlyMap<ContractDefinition, ObjectShape>;
  /** These and their ancestors: every contract that has a say. */
  readonly involved: ReadonlySet<ContractDefinition>;
  /** Their fields at every level. */
  readonly fields: readonly EffectiveField[];
}

interface OpenShape extends ObjectShape {
  readonly fields: FieldShape[];
}

/**
 * The shape of a contract. Contracts that refer to each other become shapes that do, so that it is finite for recursive
 * ones; fields may nest deeply, so nothing recurses.
 */
export function shapeOf(contract: ContractDefinition, registry: Registry): ContractShape {
  const shapes = new Map<ContractDefinition, OpenShape>();
  const involved = new Set<ContractDefinition>();
  const fields: EffectiveField[] = [];
  const left: { readonly shape: OpenShape; readonly fields: readonly EffectiveField[] }[] = [];

  const opened = (owner: ContractDefinition | null, own: readonly EffectiveField[]): OpenShape => {
    const shape: OpenShape = { contract: owner, fields: [] };
    left.push({ shape, fields: own });
    return shape;
  };
  const shapeOfContract = (referred: ContractDefinition): OpenShape => {
    const known = shapes.get(referred);
    if (known !== undefined) return known;
    for (let one: ContractDefinition | undefined = referred; one !== undefined; one = registry.parentContract.get(one))
      involved.add(one);
    const shape = opened(referred, fieldsOf(referred, registry));
    shapes.set(referred, shape);
    return shape;
  };
  const typeOf = (field: EffectiveField): FieldType => {
    switch (field.type) {
      case "string":
      case "number":
      case "boolean":
      case "path":
        return { kind: field.type };
      case "enum":
        return { kind: "enum", values: field.values };
      case "object":
        return { kind: "object", shape: opened(null, nestedFieldsOf(field)) };
      case "list": {
        const nested = nestedFieldsOf(field);
        return { kind: "list", item: nested.length === 0 ? null : opened(null, nested) };
      }
      default: {
        const referred = contractOf(field, registry);
        return referred === undefined ? { kind: "unknown" } : { kind: "object", shape: shapeOfContract(referred) };
      }
    }
  };

  const root = shapeOfContract(contract);
  // An array yields what is added while it is walked.
  for (const { shape, fields: own } of left) {
    for (const field of own) {
      fields.push(field);
      shape.fields.push(fieldShape(field, typeOf(field)));
    }
  }
  return { root, shapes, involved, fields };
}

function fieldShape(field: EffectiveField, type: FieldType): FieldShape {
  return {
    name: field.name,
    required: field.required,
    description: descriptionOfField(field),
    default: field.default,
    type,
  };
}

/** A field that is redeclared without a description keeps the inherited one. */
function descriptionOfField({ declared }: EffectiveField): string {
  for (const { declaration, contract } of [...declared].reverse()) {
    const description = withoutGaps(descriptionOf(contract.document, declaration.element));
    if (description !== "") return description;
  }
  return "";
}
