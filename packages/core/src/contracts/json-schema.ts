import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { isUnusable, type UnusableContract, usableShape } from "./contract-errors.ts";
import type { FieldShape, FieldType, ObjectShape } from "./contract-shape.ts";
import { defaultValue } from "./default-value.ts";
import { descriptionOfContract } from "./description.ts";
import { uniqueNames } from "./unique-names.ts";

/** As much of JSON Schema 2020-12 as contracts need. */
export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
  description?: string;
  default?: unknown;
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  minLength?: number;
}

/**
 * The JSON Schema of a contract: it accepts what `validateInstance` accepts (language.md 4.4). The contracts it refers to
 * are in `$defs`, and so is it itself when one of them refers back.
 */
export function toJsonSchema(contract: ContractDefinition, registry: Registry): JsonSchema | UnusableContract {
  const shape = usableShape(contract, registry);
  if (isUnusable(shape)) return shape;
  const keys = uniqueNames(shape.shapes.keys(), ({ name }) => name.replace(/[^A-Za-z0-9._-]/g, "-"));
  const writer: Writer = { keys, referred: new Set(), left: [] };
  const schemas = new Map<ContractDefinition, JsonSchema>();
  for (const [described, object] of shape.shapes) {
    const schema: JsonSchema = { title: described.name };
    const description = descriptionOfContract(described);
    if (description !== "") schema.description = description;
    schemas.set(described, schema);
    writer.left.push({ schema, shape: object });
  }
  for (const open of writer.left) fill(open, writer);
  return assemble(contract, schemas, writer);
}

interface Writer {
  readonly keys: ReadonlyMap<ContractDefinition, string>;
  readonly referred: Set<ContractDefinition>;
  /** Schemas whose fields are still to be written: nesting may be deep, so nothing recurses. */
  readonly left: { readonly schema: JsonSchema; readonly shape: ObjectShape }[];
}

function assemble(
  contract: ContractDefinition,
  schemas: ReadonlyMap<ContractDefinition, JsonSchema>,
  { keys, referred }: Writer,
): JsonSchema {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  const $defs = Object.fromEntries([...referred].map((one) => [keys.get(one), schemas.get(one)]));
  if (referred.has(contract)) return { $schema, $ref: referenceTo(contract, keys), $defs };
  return { $schema, ...schemas.get(contract), ...(referred.size === 0 ? {} : { $defs }) };
}

function fill({ schema, shape }: Writer["left"][number], writer: Writer): void {
  schema.type = "object";
  schema.properties = Object.fromEntries(shape.fields.map((field) => [field.name, schemaOfField(field, writer)]));
  const required = shape.fields.filter((field) => field.required).map(({ name }) => name);
  if (required.length > 0) schema.required = required;
}

/** Null stands for an absent optional field. */
function schemaOfField(field: FieldShape, writer: Writer): JsonSchema {
  const type = schemaOfType(field.type, writer);
  const schema: JsonSchema = field.required ? type : { anyOf: [type, { type: "null" }] };
  if (field.description !== "") schema.description = field.description;
  const fallback = defaultValue(field);
  if (fallback !== undefined) schema.default = fallback;
  return schema;
}

function schemaOfType(type: FieldType, writer: Writer): JsonSchema {
  switch (type.kind) {
    case "string":
    case "number":
    case "boolean":
      return { type: type.kind };
    case "path":
      return { type: "string", minLength: 1 };
    case "enum":
      return { enum: [...new Set(type.values)] };
    case "list":
      return type.item === null ? { type: "array" } : { type: "array", items: schemaOfObject(type.item, writer) };
    case "object":
      return schemaOfObject(type.shape, writer);
    case "unknown":
      return {};
  }
}

function schemaOfObject(shape: ObjectShape, writer: Writer): JsonSchema {
  if (shape.contract !== null) {
    writer.referred.add(shape.contract);
    return { $ref: referenceTo(shape.contract, writer.keys) };
  }
  const schema: JsonSchema = {};
  writer.left.push({ schema, shape });
  return schema;
}

function referenceTo(contract: ContractDefinition, keys: ReadonlyMap<ContractDefinition, string>): string {
  return `#/$defs/${keys.get(contract) ?? contract.name}`;
}
