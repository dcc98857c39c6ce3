import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonSchema, toJsonSchema } from "./json-schema.ts";
import { contractIn, usable } from "./testing/contract-in.ts";
import { validateInstance } from "./validate-instance.ts";

const contracts = ["one", "two", "three"] as const;
const names = ["a", "b", "c/d~e", "constructor", "length"] as const;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly nested: readonly Field[];
}

const { fields } = fc.letrec<{ fields: readonly Field[]; field: Field }>((tie) => ({
  fields: fc.uniqueArray(tie("field"), { selector: ({ name }) => name, maxLength: 4 }),
  field: fc.record({
    name: fc.constantFrom(...names),
    type: fc.constantFrom(
      ...[
        "string",
        "number",
        "boolean",
        "path",
        "enum",
        "list",
        "object",
        ...contracts.map((one) => `contract:${one}`),
      ],
    ),
    required: fc.boolean(),
    nested: fc.oneof({ maxDepth: 3 }, fc.constant<readonly Field[]>([]), tie("fields")),
  }),
}));

function written({ name, type, required, nested }: Field): string {
  const values = type === "enum" ? ' values="x|y|1"' : "";
  const below = type === "list" || type === "object" ? nested.map(written).join("") : "";
  return `<field name="${name}" type="${type}"${required ? " required" : ""}${values}>${below}</field>`;
}

/** Three contracts that refer to each other as they like; the third extends the first with fields of other names. */
const family = fc.tuple(fields, fields, fields).map(([one, two, three]) => {
  const own = three.filter(({ name }) => !one.some((inherited) => inherited.name === name));
  const contract = (name: string, rest: string, declared: readonly Field[]) =>
    `<skill define="contract" name="${name}"${rest}>${declared.map(written).join("")}</skill>`;
  return contract("one", "", one) + contract("two", "", two) + contract("three", ' extends="one"', own);
});

const scalar = fc.constantFrom<unknown>("x", "", "y", "1", 1, 0.5, -0, true, false, null, Number.NaN, 1e308, "z");

/** Values of the names that contracts use, so that many come near to what is asked for. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, "other"), tie("value"), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

type Generate = fc.GeneratorValue;

/** A value made to fit a schema, so that not all are refused; now and then one part of it is anything at all. */
function fitting(schema: JsonSchema, root: JsonSchema, generate: Generate, depth = 0): unknown {
  if (depth > 8 || generate(fc.nat, { max: 15 }) === 0) return generate(() => value);
  if (schema.$ref !== undefined) {
    const referred = root.$defs?.[schema.$ref.slice("#/$defs/".length)];
    return referred === undefined ? null : fitting(referred, root, generate, depth);
  }
  if (schema.enum !== undefined) return generate(fc.constantFrom, ...schema.enum);
  const [either] = schema.anyOf ?? [];
  if (either !== undefined) return generate(fc.boolean) ? null : fitting(either, root, generate, depth + 1);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || (depth < 4 && generate(fc.boolean)))
          .map(([name, below]) => {
            const isNull = generate(fc.nat, { max: 5 }) === 0;
            return [name, isNull ? null : fitting(below, root, generate, depth + 1)];
          }),
      );
    case "array":
      return Array.from({ length: generate(fc.nat, { max: 2 }) }, () =>
        schema.items === undefined ? 1 : fitting(schema.items, root, generate, depth + 1),
      );
    case "number":
      return generate(fc.double, { noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return generate(fc.boolean);
    default:
      // An empty string is a string and no path.
      return generate(fc.constantFrom, "text", "");
  }
}

test("JSON Schema and validation agree on every value, both on those that keep the contract and on those that do not", () => {
  const verdicts = { kept: 0, broken: 0 };
  fc.assert(
    fc.property(family, fc.constantFrom(...contracts), fc.array(value), fc.gen(), (text, name, values, generate) => {
      const [contract, registry] = contractIn(text, name);
      const schema = usable(toJsonSchema(contract, registry));
      // A contract says what a value itself has; by default ajv also looks at what objects inherit, such as `constructor`.
      const validate = new Ajv2020({ strict: true, ownProperties: true }).compile(schema);
      for (const one of [...values, fitting(schema, schema, generate), fitting(schema, schema, generate)]) {
        const issues = validateInstance(contract, one, registry);
        verdicts[issues.length === 0 ? "kept" : "broken"]++;
        expect(validate(one), JSON.stringify({ one, issues })).toBe(issues.length === 0);
      }
    }),
    { numRuns: 40 },
  );
  expect(verdicts.kept).toBeGreaterThan(20);
  expect(verdicts.broken).toBeGreaterThan(20);
});
