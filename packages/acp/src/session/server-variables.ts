import { ToolError, withVariables } from "@agent-markup/core";
import type { McpServer } from "./mcp-servers.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** A server with `${NAME}` and `${NAME:-default}` filled in, or which of them is not set. */
export function filled(server: McpServer, variables: Variables): McpServer | { readonly problem: string } {
  const fill = (text: string) => withVariables(text, variables);
  const fillAll = (texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  try {
    if ("command" in server) {
      const { command, args = [], env } = server;
      return { ...server, command: fill(command), args: args.map(fill), env: fillAll(env) };
    }
    const url = fill(server.url);
    if (!URL.canParse(url)) return { problem: "its address is no URL" };
    return { ...server, url, headers: fillAll(server.headers) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { problem: error.message };
  }
}

/** The variables that servers name, with what they are: keys stand in arguments and addresses too. */
export function variablesOf(servers: readonly McpServer[], variables: Variables): Record<string, string> {
  const texts = JSON.stringify(servers);
  const names = [...texts.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = ""]) => name);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
