import { findReferences } from "../../text/references.ts";
import { positionAt, type SourceFile } from "../../text/source-file.ts";
import { refuse } from "../tool-error.ts";
import { type ReferenceValues, type Resolved, resolveReference } from "../values.ts";
import type { PreparedStatement, SqlParameter } from "./script.ts";
import type { SqlStatement } from "./statements.ts";
import type { SqlToken } from "./tokens.ts";

/**
 * A statement with its values beside it: `:name` is a param, and a reference in braces becomes a parameter of a made-up
 * name, so that no value is ever text of the statement (diagram.md 3).
 */
export function bound(
  source: SourceFile,
  { tokens, line }: SqlStatement,
  values: ReferenceValues,
  warn: (warning: string) => void,
): PreparedStatement {
  const parameters: Record<string, SqlParameter> = {};
  const pieces: string[] = [];
  let from = tokens[0]?.start ?? 0;
  for (const token of tokens) {
    const at = () => `line ${positionAt(source, token.start).line}`;
    if (token.kind === "variable") parameters[token.text.slice(1)] = paramOf(token, values, at);
    if (token.kind === "string") warnOfQuoted(token, values, (warning) => warn(`${at()}: ${warning}`));
    if (token.kind !== "reference") continue;
    const resolved = resolvedReference(token, values, at);
    if (resolved.warning !== undefined) warn(`${at()}: ${resolved.warning}`);
    const name = `aml_reference_${token.start}`;
    parameters[name] = resolved.value;
    pieces.push(source.text.slice(from, token.start), `:${name}`);
    from = token.end;
  }
  pieces.push(source.text.slice(from, tokens.at(-1)?.end ?? from));
  return { sql: pieces.join(""), line, parameters };
}

function paramOf({ text }: SqlToken, { params }: ReferenceValues, at: () => string): SqlParameter {
  if (!text.startsWith(":")) return refuse(`${at()}: ${text}: values are bound as :name`);
  const name = text.slice(1);
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  return value ?? refuse(`${at()}: there is no param "${name}" for ${text}`);
}

function resolvedReference(token: SqlToken, values: ReferenceValues, at: () => string): Resolved {
  const [reference] = findReferences(token.text);
  const resolved = reference?.text === token.text ? resolveReference(reference, values) : null;
  return resolved ?? refuse(`${at()}: ${token.text} names no param and no step's output`);
}

/** Someone who writes quotes around a reference expects a value and would get the braces. */
function warnOfQuoted(token: SqlToken, values: ReferenceValues, warn: (warning: string) => void): void {
  for (const reference of findReferences(token.text)) {
    if (reference.kind === "name" && resolveReference(reference, values) === null) continue;
    warn(`${reference.text} stands in a quoted string, where it is only text: leave out the quotes`);
  }
}
