import { enumValues } from "../2-validate/declared-type.ts";
import type { Located } from "../contracts/instance/located.ts";
import { duplicateName, misshapenDeclaration } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Place, Span } from "../text/source-file.ts";
import { checkDeclaration } from "./front-matter-check.ts";
import { type Entry, readDeclaration, type WrittenDeclaration } from "./front-matter-declaration.ts";

/** One param of a document, in the terms of `<param>` (language.md 4.2, 7.5). */
export interface ParamDeclaration {
  readonly name: string;
  /** One of the types of `<param>`, or `contract:NAME`. */
  readonly type: string;
  /** What an `enum` may be. */
  readonly values: readonly string[];
  readonly required: boolean;
  /** As `--param` would give it. */
  readonly default?: string;
  readonly description?: string;
  /** Where it is declared. */
  readonly at: Place;
}

type Report = (diagnostic: Diagnostic) => void;

/** Reads the declarations under `params`: a list, each with its name, or a mapping from names. */
export function readDeclarations(
  params: Located,
  at: Place,
): { readonly declarations: readonly ParamDeclaration[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const found = new Map<string, ParamDeclaration>();
  for (const entry of entriesOf(params, at, report)) {
    const written = readDeclaration(entry, report);
    if (written === null) continue;
    checkDeclaration(written, report);
    const first = found.get(written.name);
    const related = first === undefined ? [] : [{ at: first.at, message: "first here" }];
    if (first === undefined) found.set(written.name, declarationOf(written));
    else report(duplicateName({ at: written.at, related, subject: `param "${written.name}"` }));
  }
  return { declarations: [...found.values()], diagnostics };
}

function entriesOf(params: Located, at: Place, report: Report): readonly Entry[] {
  if (params.members !== undefined) {
    return [...params.members].map(([name, { keyStart, keyEnd, value }]) => ({
      name,
      at: { ...at, start: keyStart, end: keyEnd },
      body: value.value === null ? null : value,
    }));
  }
  if (params.items !== undefined) return params.items.map((item) => entryOf(item, at));
  const expected = "a list of declarations, or a mapping from names to declarations";
  if (params.value !== null) report(misshapenDeclaration({ at, subject: "`params`", expected }));
  return [];
}

/** An item of a list: a declaration with its name, or a name alone. */
function entryOf(item: Located, at: Place): Entry {
  const isAlone = typeof item.value === "string";
  const name = isAlone ? item : item.members?.get("name")?.value;
  return {
    name: typeof name?.value === "string" ? name.value : undefined,
    at: { ...at, ...(name === undefined ? firstOf(item) : { start: name.start, end: name.end }) },
    body: isAlone ? null : item,
  };
}

function declarationOf({ name, at, type, values, required, ...rest }: WrittenDeclaration): ParamDeclaration {
  return {
    name,
    type,
    values: enumValues(values),
    required,
    ...(rest.default === undefined ? {} : { default: rest.default }),
    ...(rest.description === undefined ? {} : { description: rest.description }),
    at,
  };
}

function firstOf({ start, end }: Span): Span {
  return { start, end: Math.min(end, start + 1) };
}
