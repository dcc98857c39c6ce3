import type { Located, LocatedMember } from "../contracts/instance/located.ts";
import { invalidParamName, misshapenDeclaration, unknownDeclarationKey } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Place } from "../text/source-file.ts";

/** One entry under `params`. */
export interface Entry {
  /** Undefined where none is given. */
  readonly name: string | undefined;
  /** The name where there is one, else the beginning of the entry. */
  readonly at: Place;
  /** Null for a name without anything else. */
  readonly body: Located | null;
}

/** A declaration as it is written, before it is held against the rules of `<param>`. */
export interface WrittenDeclaration {
  readonly name: string;
  readonly at: Place;
  /** Where each of its keys is written. */
  readonly places: ReadonlyMap<string, Place>;
  readonly type: string;
  /** As `<param values>` has it. */
  readonly values: string | undefined;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly description: string | undefined;
}

const keys = ["name", "type", "required", "default", "values", "description"] as const;

/** A name that `--param` can give and `{name}` can refer to. */
const validName = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

/** Reads one entry; null where it is none, which is reported. */
export function readDeclaration(
  { name, at, body }: Entry,
  report: (diagnostic: Diagnostic) => void,
): WrittenDeclaration | null {
  const fault = faultOf({ name, at, body });
  if (fault !== null) report(fault);
  if (fault !== null || name === undefined) return null;
  const members: ReadonlyMap<string, LocatedMember> = body?.members ?? new Map();
  const places = new Map<string, Place>();
  for (const [key, { keyStart, keyEnd }] of members) {
    places.set(key, { ...at, start: keyStart, end: keyEnd });
    if (!keys.some((known) => known === key)) report(unknownKey(key, { ...at, start: keyStart, end: keyEnd }));
  }
  /** The value of a key in another form; what has none is reported. Null, as an empty one reads, is left out. */
  const read = <T>(key: (typeof keys)[number], form: (value: unknown) => T | undefined, expected: string) => {
    const value = members.get(key)?.value.value ?? undefined;
    const formed = value === undefined ? undefined : form(value);
    const subject = `\`${key}\` of \`${name}\``;
    if (value !== undefined && formed === undefined)
      report(misshapenDeclaration({ at: places.get(key) ?? at, subject, expected }));
    return formed;
  };
  return {
    name,
    at,
    places,
    type: read("type", asText, "a text") ?? "string",
    values: read("values", asValues, "a list of plain values, or `a|b|c`"),
    required: read("required", asBoolean, "true or false") ?? false,
    default: read("default", asGiven, "a value"),
    description: read("description", asText, "a text"),
  };
}

function faultOf({ name, at, body }: Entry): Diagnostic | null {
  if (body !== null && body.members === undefined) {
    const expected = "a name, or a mapping such as `{ type: number, required: true }`";
    return misshapenDeclaration({ at, subject: "a declaration", expected });
  }
  if (name === undefined)
    return misshapenDeclaration({ at, subject: "the `name` of a declaration", expected: "a text" });
  return validName.test(name) ? null : invalidParamName({ at, name });
}

function unknownKey(key: string, at: Place): Diagnostic {
  const nearest = nearestName(key, keys);
  const help = nearest === undefined ? `there are: ${keys.join(", ")}` : `did you mean \`${nearest}\`?`;
  return unknownDeclarationKey({ at, key, help });
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** In the spelling of `<param values>`. */
function asValues(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.some((item) => typeof item === "object")) return undefined;
  const texts = value.map(String);
  // A bar would make two values of one.
  return texts.some((text) => text.includes("|")) ? undefined : texts.join("|");
}

/** As `--param` would give it: plain values as text, lists and mappings as JSON. */
function asGiven(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
