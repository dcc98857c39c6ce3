import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { isUnusable, type UnusableContract, usableShape } from "./contract-errors.ts";
import type { FieldShape, FieldType, ObjectShape } from "./contract-shape.ts";
import { descriptionOfContract } from "./description.ts";
import { propertyName, typeNames } from "./type-names.ts";

type Names = ReadonlyMap<ContractDefinition, string>;

/** What is still to be written: text, or the fields of an object. Nesting may be deep, so nothing recurses. */
type Piece = string | { readonly shape: ObjectShape; readonly depth: number };

/** Deeper nesting is not indented further: the text would grow with the square of the depth. */
const deepestIndent = 20;

/**
 * A contract as TypeScript: an exported interface for it and for each contract it refers to, with what they say of
 * themselves as doc comments (language.md 4.4). Inherited fields are written out.
 */
export function toTypeScript(contract: ContractDefinition, registry: Registry): string | UnusableContract {
  const shape = usableShape(contract, registry);
  if (isUnusable(shape)) return shape;
  const names = typeNames(shape.shapes.keys());
  return [...shape.shapes].map(([described, object]) => interfaceOf(described, object, names)).join("\n");
}

function interfaceOf(contract: ContractDefinition, shape: ObjectShape, names: Names): string {
  const version = contract.version === undefined ? "" : `Version ${contract.version}.`;
  const comment = docComment([descriptionOfContract(contract), version], "");
  const text = [`${comment}export interface ${names.get(contract) ?? contract.name} `];
  const left: Piece[] = ["\n", { shape, depth: 0 }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (typeof piece === "string") text.push(piece);
    else for (const next of piecesOf(piece.shape, piece.depth, names).reverse()) left.push(next);
  }
  return text.join("");
}

function piecesOf(shape: ObjectShape, depth: number, names: Names): Piece[] {
  const indent = "  ".repeat(Math.min(depth, deepestIndent));
  return ["{\n", ...shape.fields.flatMap((field) => property(field, depth, names)), `${indent}}`];
}

/** Null stands for an absent optional field. */
function property(field: FieldShape, depth: number, names: Names): Piece[] {
  const indent = "  ".repeat(Math.min(depth + 1, deepestIndent));
  const fallback = field.default === undefined ? "" : `Default: ${field.default}`;
  const start = `${docComment([field.description, fallback], indent)}${indent}${propertyName(field.name)}`;
  const type = typeOf(field.type, depth + 1, names);
  return [`${start}${field.required ? "" : "?"}: `, ...type, field.required ? ";\n" : " | null;\n"];
}

function typeOf(type: FieldType, depth: number, names: Names): Piece[] {
  switch (type.kind) {
    case "string":
    case "path":
      return ["string"];
    case "number":
    case "boolean":
      return [type.kind];
    case "enum":
      return [[...new Set(type.values)].map((value) => JSON.stringify(value)).join(" | ")];
    case "list":
      return type.item === null ? ["unknown[]"] : [...objectType(type.item, depth, names), "[]"];
    case "object":
      return objectType(type.shape, depth, names);
    case "unknown":
      return ["unknown"];
  }
}

function objectType(shape: ObjectShape, depth: number, names: Names): Piece[] {
  if (shape.contract !== null) return [names.get(shape.contract) ?? shape.contract.name];
  // Not `Record`: a contract may have that name.
  return [shape.fields.length === 0 ? "{ [name: string]: unknown }" : { shape, depth }];
}

/** Nothing where there is nothing to say; what would end the comment early is broken up. */
function docComment(parts: readonly string[], indent: string): string {
  const lines = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .replaceAll("*/", "*\\/")
    .split(/\r\n|[\r\n\u2028\u2029]/);
  const [first = ""] = lines;
  if (lines.length === 1) return first === "" ? "" : `${indent}/** ${first} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`, ""].join("\n");
}
