import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { contractOf, type EffectiveField, fieldsOf, nestedFieldsOf } from "./effective-field.ts";

/** What is still to be written, innermost next: text, or the fields of an object. */
type Piece = string | ObjectPiece;

interface ObjectPiece {
  readonly fields: readonly EffectiveField[];
  readonly depth: number;
  readonly end: string;
}

/**
 * A contract as TypeScript interfaces: its own first, then one for each contract it refers to (language.md 4.4). Names are
 * the contracts' own in Pascal case, numbered where two would be the same.
 */
export function toTypeScript(contract: ContractDefinition, registry: Registry): string {
  const names = new Map<ContractDefinition, string>([[contract, pascalCase(contract.name)]]);
  const written: string[] = [];
  // A Map yields what is added while it is walked: the contracts that earlier ones refer to.
  for (const [current, name] of names) {
    const text = [`export interface ${name} `];
    const fields = fieldsOf(current, registry);
    const left: Piece[] = fields.length === 0 ? ["{\n}\n"] : ["\n", { fields, depth: 0, end: "" }];
    for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
      if (typeof piece === "string") text.push(piece);
      else for (const next of piecesOf(piece, registry, names).reverse()) left.push(next);
    }
    written.push(text.join(""));
  }
  return written.join("\n");
}

function piecesOf(
  { fields, depth, end }: ObjectPiece,
  registry: Registry,
  names: Map<ContractDefinition, string>,
): Piece[] {
  if (fields.length === 0) return [`Record<string, unknown>${end}`];
  // Deep nesting is not indented without bound: the text would grow with its square.
  const indent = "  ".repeat(Math.min(depth, 20));
  const pieces: Piece[] = ["{\n"];
  for (const field of fields) {
    const mark = field.required ? "" : "?";
    pieces.push(`${indent}  ${propertyName(field.name)}${mark}: `, typeOf(field, depth + 1, registry, names));
    pieces.push(field.required ? ";\n" : " | null;\n");
  }
  pieces.push(`${indent}}${end}`);
  return pieces;
}

function typeOf(
  field: EffectiveField,
  depth: number,
  registry: Registry,
  names: Map<ContractDefinition, string>,
): Piece {
  switch (field.type) {
    case "string":
    case "path":
      return "string";
    case "number":
    case "boolean":
      return field.type;
    case "enum":
      return field.values.map((value) => JSON.stringify(value)).join(" | ");
    case "object":
      return { fields: nestedFieldsOf(field), depth, end: "" };
    case "list": {
      const nested = nestedFieldsOf(field);
      return nested.length === 0 ? "unknown[]" : { fields: nested, depth, end: "[]" };
    }
    default: {
      const referred = contractOf(field, registry);
      return referred === undefined ? "unknown" : nameFor(referred, names);
    }
  }
}

function nameFor(contract: ContractDefinition, names: Map<ContractDefinition, string>): string {
  const known = names.get(contract);
  if (known !== undefined) return known;
  const taken = new Set(names.values());
  const plain = pascalCase(contract.name);
  let name = plain;
  for (let number = 2; taken.has(name); number++) name = `${plain}${number}`;
  names.set(contract, name);
  return name;
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(joined) ? joined : `Contract${joined}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
