import { UsageError } from "./exit.ts";

/** Reads one value of a JSON file; a fault is a usage error that names where it is. */
export type Reader<T> = (value: unknown, where: string) => T;

/** The value of a JSON text. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A member that is there only when its value is. */
export function defined<K extends string, V>(name: K, value: V | undefined): { [Name in K]?: V } {
  const result: { [Name in K]?: V } = {};
  if (value !== undefined) result[name] = value;
  return result;
}

export function optional<T>(value: unknown, read: Reader<T>, where: string): T | undefined {
  return value === undefined ? undefined : read(value, where);
}

export const string: Reader<string> = (value, where) => {
  if (typeof value !== "string") throw new UsageError(`${where} must be a string`);
  return value;
};

/** A string that says something. */
export const filled: Reader<string> = (value, where) => {
  const text = string(value, where);
  if (text.trim() === "") throw new UsageError(`${where} must not be empty`);
  return text;
};

export const boolean: Reader<boolean> = (value, where) => {
  if (typeof value !== "boolean") throw new UsageError(`${where} must be true or false`);
  return value;
};

/** A whole number above zero. */
export const count: Reader<number> = (value, where) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`${where} must be a whole number above 0`);
  return value;
};

export function oneOf<const T extends string>(...values: readonly T[]): Reader<T> {
  return (value, where) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new UsageError(`${where} must be one of ${values.join(", ")}`);
    return found;
  };
}

export function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new UsageError(`${where} must be a list`);
    return value.map((item, index) => read(item, `${where}[${index}]`));
  };
}

export function record<T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, where) =>
    Object.fromEntries(
      Object.entries(object(value, where)).map(([name, item]) => [name, read(item, `${where}.${name}`)]),
    );
}

export function object(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${where} must be an object`);
  return Object.fromEntries(Object.entries(value));
}

export function rejectUnknown(members: Record<string, unknown>, known: readonly string[], where: string): void {
  for (const name of Object.keys(members)) {
    if (!known.includes(name))
      throw new UsageError(`${where}: unknown member "${name}"`, `known members: ${known.join(", ")}`);
  }
}
