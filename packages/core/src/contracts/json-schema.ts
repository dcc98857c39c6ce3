import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { contractOf, type EffectiveField, fieldsOf, nestedFieldsOf } from "./effective-field.ts";

/** As much of JSON Schema 2020-12 as contracts need. */
export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
  type?: string | readonly string[];
  enum?: readonly (string | null)[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  minLength?: number;
}

/**
 * The JSON Schema of a contract: what `validateInstance` accepts, it accepts (language.md 4.4). Contracts it refers to are
 * in `$defs` under their qualified names, so that contracts may refer to each other.
 */
export function toJsonSchema(contract: ContractDefinition, registry: Registry): JsonSchema {
  const definitions = new Map<ContractDefinition, JsonSchema>();
  const left: Open[] = [];
  const root: JsonSchema = { $schema: "https://json-schema.org/draft/2020-12/schema", title: contract.name };
  left.push({ schema: root, fields: fieldsOf(contract, registry) });
  for (let next = left.pop(); next !== undefined; next = left.pop()) fill(next, registry, definitions, left);
  if (definitions.size > 0)
    root.$defs = Object.fromEntries([...definitions].map(([referred, schema]) => [keyOf(referred), schema]));
  return root;
}

/** An object schema whose fields are still to be written; nesting may be deep, so nothing recurses. */
interface Open {
  readonly schema: JsonSchema;
  readonly fields: readonly EffectiveField[];
}

function fill(
  { schema, fields }: Open,
  registry: Registry,
  definitions: Map<ContractDefinition, JsonSchema>,
  left: Open[],
): void {
  schema.type = "object";
  schema.properties = Object.fromEntries(
    fields.map((field) => [field.name, optional(field, schemaOf(field, registry, definitions, left))]),
  );
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  if (required.length > 0) schema.required = required;
}

function schemaOf(
  field: EffectiveField,
  registry: Registry,
  definitions: Map<ContractDefinition, JsonSchema>,
  left: Open[],
): JsonSchema {
  switch (field.type) {
    case "string":
    case "number":
    case "boolean":
      return { type: field.type };
    case "path":
      return { type: "string", minLength: 1 };
    case "enum":
      return { enum: field.values };
    case "object":
      return opened({}, nestedFieldsOf(field), left);
    case "list": {
      const nested = nestedFieldsOf(field);
      return nested.length === 0 ? { type: "array" } : { type: "array", items: opened({}, nested, left) };
    }
    default: {
      const referred = contractOf(field, registry);
      // A contract that is not there is an error already; nothing can be promised about its values.
      if (referred === undefined) return {};
      if (!definitions.has(referred))
        definitions.set(referred, opened({ title: referred.name }, fieldsOf(referred, registry), left));
      return { $ref: `#/$defs/${keyOf(referred).replaceAll("~", "~0").replaceAll("/", "~1")}` };
    }
  }
}

function opened(schema: JsonSchema, fields: readonly EffectiveField[], left: Open[]): JsonSchema {
  left.push({ schema, fields });
  return schema;
}

/** Null stands for an absent optional field. */
function optional({ required }: EffectiveField, schema: JsonSchema): JsonSchema {
  return required ? schema : { anyOf: [schema, { type: "null" }] };
}

function keyOf({ name, package: owner }: ContractDefinition): string {
  return name.includes("/") ? name : `${owner.name}/${name}`;
}
