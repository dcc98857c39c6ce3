import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { nearestName } from "../text/nearest-name.ts";
import { isUnusable, usableShape } from "./contract-errors.ts";
import type { ContractShape, FieldType, ObjectShape } from "./contract-shape.ts";
import { describeType, describeValue } from "./describe-value.ts";
import { type Path, pointerTo } from "./json-pointer.ts";

/** One way in which a value breaks its contract. */
export interface Issue {
  /** A JSON Pointer (RFC 6901); empty for the value itself. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
  /** Both in one sentence, without the pointer. */
  readonly message: string;
}

/** Beyond these neither a person nor an agent is helped by more. */
export const mostIssues = 100;

/** Looking for a slip of the pen in more names than these would cost more than the suggestion is worth. */
const mostNamesCompared = 200;

/**
 * Where a JSON value breaks a contract, in the order of the contract's fields; none when it keeps it (language.md 4.4).
 * Members that the contract does not name are allowed, as are values of a contract that extends it; null stands for an
 * absent optional field. At most 100 issues are given. A contract that has errors is the only issue there is.
 */
export function validateInstance(contract: ContractDefinition, value: unknown, registry: Registry): Issue[] {
  const shape = usableShape(contract, registry);
  return isUnusable(shape)
    ? shape.errors.slice(0, mostIssues).map((error) => ({
        pointer: "",
        expected: `a value of the contract "${contract.name}"`,
        found: "an error in the contract",
        message: `cannot be checked, the contract "${contract.name}" has an error: ${error.message}`,
      }))
    : issuesOf(shape, value);
}

interface Open {
  readonly value: unknown;
  readonly path: Path;
  readonly type: FieldType;
  /** The name that may have been meant for a member that is missing. */
  readonly similar?: string | undefined;
}

/** Neither values nor recursive contracts are followed by recursion, since both may be deep. */
export function issuesOf({ root }: ContractShape, value: unknown): Issue[] {
  const issues: Issue[] = [];
  const seen = new Map<ObjectShape, Set<object>>();
  const left: Open[] = [{ value, path: null, type: { kind: "object", shape: root } }];
  for (let next = left.pop(); next !== undefined && issues.length < mostIssues; next = left.pop()) {
    if (!hasKind(next.value, next.type)) issues.push(issueOf(next));
    else for (const below of partsOf(next, seen).reverse()) left.push(below);
  }
  return issues;
}

function issueOf({ value, path, type, similar }: Open): Issue {
  const expected = describeType(type);
  const found = describeValue(value);
  const hint = similar === undefined ? "" : `; is ${JSON.stringify(similar)} meant to be it?`;
  const message =
    value === undefined ? `must be ${expected}, and is missing${hint}` : `must be ${expected}, not ${found}`;
  return { pointer: pointerTo(path), expected, found, message };
}

/** Whether the value itself is what the type says; what is in it is looked at on its own. */
function hasKind(value: unknown, type: FieldType): boolean {
  switch (type.kind) {
    case "string":
      return typeof value === "string";
    case "path":
      return typeof value === "string" && value !== "";
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "enum":
      return typeof value === "string" && type.values.includes(value);
    case "list":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "unknown":
      return false;
  }
}

/**
 * The members or items that are still to be looked at. What was held against the same fields before is not looked at again:
 * a value may hold itself, and YAML may name one part a thousand times.
 */
function partsOf({ value, path, type }: Open, seen: Map<ObjectShape, Set<object>>): Open[] {
  const shape = type.kind === "object" ? type.shape : type.kind === "list" ? type.item : null;
  if (shape === null || typeof value !== "object" || value === null) return [];
  const known = seen.get(shape) ?? new Set();
  if (known.has(value)) return [];
  seen.set(shape, known.add(value));
  if (!Array.isArray(value)) return membersOf(value, path, shape);
  return value.map((item: unknown, index) => ({
    value: item,
    path: { key: index, above: path },
    type: { kind: "object", shape },
  }));
}

function membersOf(value: object, above: Path, shape: ObjectShape): Open[] {
  const open: Open[] = [];
  for (const { name, required, type } of shape.fields) {
    const path = { key: name, above };
    const given: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (given !== undefined && (given !== null || required)) open.push({ value: given, path, type });
    else if (required) open.push({ value: undefined, path, type, similar: similarMember(name, value, shape) });
  }
  return open;
}

/** A member that the contract does not name, and whose name is nearly that of the missing one. */
function similarMember(name: string, value: object, { fields }: ObjectShape): string | undefined {
  const names = Object.keys(value);
  if (names.length > mostNamesCompared) return undefined;
  return nearestName(
    name,
    names.filter((candidate) => !fields.some((field) => field.name === candidate)),
  );
}
