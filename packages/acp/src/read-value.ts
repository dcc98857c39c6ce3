/** Something in a file is not what it must be: where, and what it must be. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}

/** Reads one value of a JSON file; `at` is its place, such as `turns[0].steps[2].permission`. */
export type Reader<Value> = (value: unknown, at: string) => Value;

export function fail(at: string, expected: string): never {
  throw new ValueError(`${at === "" ? "the whole" : at}: ${expected}`);
}

export const text: Reader<string> = (value, at) => (typeof value === "string" ? value : fail(at, "must be a string"));

export const flag: Reader<boolean> = (value, at) =>
  typeof value === "boolean" ? value : fail(at, "must be true or false");

/** A whole number from 0 on. */
export const count: Reader<number> = (value, at) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : fail(at, "must be a whole number");

export const integer: Reader<number> = (value, at) =>
  typeof value === "number" && Number.isSafeInteger(value) ? value : fail(at, "must be an integer");

export const anything: Reader<unknown> = (value) => value;

export function oneOf<Value extends string>(...values: readonly Value[]): Reader<Value> {
  return (value, at) => values.find((known) => known === value) ?? fail(at, `must be one of: ${values.join(", ")}`);
}

/** One of the names of an object: of one that is declared for a union, all of that union. */
export function keyOf<Key extends string>(known: Readonly<Record<Key, true>>): Reader<Key> {
  const isKnown = (value: unknown): value is Key => typeof value === "string" && Object.hasOwn(known, value);
  return (value, at) => (isKnown(value) ? value : fail(at, `must be one of: ${Object.keys(known).join(", ")}`));
}

export function nullOr<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

/** A member that is there only when its value is. */
export function given<Key extends string, Value>(key: Key, value: Value | undefined): { [Name in Key]?: Value } {
  const member: { [Name in Key]?: Value } = {};
  if (value !== undefined) member[key] = value;
  return member;
}

export function listOf<Value>(item: Reader<Value>): Reader<readonly Value[]> {
  return (value, at) => {
    if (!Array.isArray(value)) return fail(at, "must be a list");
    return value.map((entry, index) => item(entry, `${at}[${index}]`));
  };
}

/** The entries of an object with any keys. */
export function mapOf<Value>(item: Reader<Value>): Reader<ReadonlyMap<string, Value>> {
  return (value, at) =>
    new Map(Object.entries(object(value, at)).map(([key, entry]) => [key, item(entry, inside(at, key))]));
}

export type Fields = Readonly<Record<string, unknown>>;

/** Fields of an object: each is asked for by name, and what nobody may ask for is an error. */
export interface ObjectReader {
  required<Value>(key: string, reader: Reader<Value>): Value;
  optional<Value>(key: string, reader: Reader<Value>): Value | undefined;
}

export function objectOf<Value>(keys: readonly string[], read: (fields: ObjectReader) => Value): Reader<Value> {
  return (value, at) => {
    const fields = object(value, at);
    for (const key of Object.keys(fields)) {
      if (!keys.includes(key)) fail(inside(at, key), `is not known; known are: ${keys.join(", ")}`);
    }
    const optional = <Part>(key: string, reader: Reader<Part>) =>
      Object.hasOwn(fields, key) ? reader(fields[key], inside(at, key)) : undefined;
    return read({
      optional,
      required: (key, reader) => {
        if (!Object.hasOwn(fields, key)) fail(at, `needs ${key}`);
        return reader(fields[key], inside(at, key));
      },
    });
  };
}

export function object(value: unknown, at: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail(at, "must be an object");
  return { ...value };
}

function inside(at: string, key: string): string {
  return at === "" ? key : `${at}.${key}`;
}
