import type { ContractDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { nearestName } from "../text/nearest-name.ts";
import { contractOf, type EffectiveField, fieldsOf, nestedFieldsOf } from "./effective-field.ts";

/** One way in which a value breaks its contract; `path` is a JSON Pointer, empty for the value itself. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Beyond these an agent is not helped by more. */
const issuesKept = 100;

interface Check {
  readonly value: unknown;
  readonly path: Path;
  /** What the value has to be: a field's value, or an object with fields. */
  readonly field?: EffectiveField;
  readonly fields?: readonly EffectiveField[];
}

/** A path is written out only where there is an issue. */
type Path = { readonly key: string | number; readonly above: Path } | null;

/**
 * Where a JSON value breaks a contract, in the order of the contract's fields; none when it keeps it (language.md 4.4).
 * Unknown fields are allowed, and null stands for an absent optional field. At most 100 issues are given.
 */
export function validateInstance(contract: ContractDefinition, value: unknown, registry: Registry): Issue[] {
  const issues: Issue[] = [];
  const left: Check[] = [{ value, path: null, fields: fieldsOf(contract, registry) }];
  for (let next = left.pop(); next !== undefined && issues.length < issuesKept; next = left.pop()) {
    const report = (message: string, path: Path = next?.path ?? null) =>
      issues.push({ path: pointerTo(path), message });
    const below = next.fields ? checkFields(next, next.fields, report) : checkValue(next, registry, report);
    for (const check of below.reverse()) left.push(check);
  }
  return issues;
}

type Report = (message: string, path?: Path) => void;

function checkFields({ value, path }: Check, fields: readonly EffectiveField[], report: Report): Check[] {
  if (!isObject(value)) {
    report(`must be an object, not ${nameOf(value)}`);
    return [];
  }
  const below: Check[] = [];
  for (const field of fields) {
    const at = { key: field.name, above: path };
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (given !== undefined && (given !== null || field.required)) below.push({ value: given, path: at, field });
    else if (field.required) report(missing(field, value), at);
  }
  return below;
}

function missing(field: EffectiveField, value: Readonly<Record<string, unknown>>): string {
  const similar = nearestName(field.name, Object.keys(value));
  return similar === undefined ? "is required" : `is required; is "${similar}" meant to be it?`;
}

function checkValue({ value, path, field }: Check, registry: Registry, report: Report): Check[] {
  if (field === undefined) return [];
  const nested = nestedFieldsOf(field);
  switch (field.type) {
    case "string":
    case "path":
      if (typeof value !== "string") report(`must be a string, not ${nameOf(value)}`);
      else if (field.type === "path" && value === "") report("must be a path, not an empty string");
      return [];
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) report(`must be a number, not ${nameOf(value)}`);
      return [];
    case "boolean":
      if (typeof value !== "boolean") report(`must be true or false, not ${nameOf(value)}`);
      return [];
    case "enum":
      if (typeof value !== "string" || !field.values.includes(value))
        report(`must be one of ${field.values.map((allowed) => `"${allowed}"`).join(", ")}, not ${nameOf(value)}`);
      return [];
    case "list":
      if (!Array.isArray(value)) {
        report(`must be a list, not ${nameOf(value)}`);
        return [];
      }
      if (nested.length === 0) return [];
      return value.map((item: unknown, index) => ({ value: item, path: { key: index, above: path }, fields: nested }));
    case "object":
      return [{ value, path, fields: nested }];
    default: {
      const contract = contractOf(field, registry);
      if (contract === undefined) report(`cannot be checked: its type "${field.type}" is not known`);
      return contract === undefined ? [] : [{ value, path, fields: fieldsOf(contract, registry) }];
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return value.length > 40 ? `"${value.slice(0, 40)}..."` : `"${value}"`;
  return typeof value === "object" ? "an object" : String(value);
}

function pointerTo(path: Path): string {
  const keys: string[] = [];
  for (let step = path; step !== null; step = step.above)
    keys.push(String(step.key).replaceAll("~", "~0").replaceAll("/", "~1"));
  return keys
    .reverse()
    .map((key) => `/${key}`)
    .join("");
}
