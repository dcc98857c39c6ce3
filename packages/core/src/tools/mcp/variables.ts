import { ToolError } from "../tool-error.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Fills in `${NAME}` and `${NAME:-default}`, as `.mcp.json` has them so that no secret stands in the file. */
export function withVariables(text: string, variables: Variables): string {
  return text.replace(variable, (_, name: string, otherwise: string | undefined) => {
    const value = variables[name];
    // As in a shell, the default is for an empty value too.
    if (value !== undefined && (value !== "" || otherwise === undefined)) return value;
    if (otherwise !== undefined) return otherwise;
    throw new ToolError("not-started", `\${${name}} of the MCP configuration is not set in the environment`);
  });
}

/** The values of a record that can be filled in; what has one that cannot is never started. */
export function knownValues(texts: Readonly<Record<string, string>>, variables: Variables): Record<string, string> {
  const isKnown = ([, text]: readonly [string, string]) =>
    [...text.matchAll(variable)].every(
      ([, name = "", otherwise]) => variables[name] !== undefined || otherwise !== undefined,
    );
  return valuesWithVariables(Object.fromEntries(Object.entries(texts).filter(isKnown)), variables);
}

/** The same for every value of a record. */
export function valuesWithVariables(texts: Readonly<Record<string, string>>, variables: Variables) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, withVariables(text, variables)]));
}
