import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { errorCode } from "../../process/error-code.ts";
import { sourceFile } from "../../text/source-file.ts";
import type { MissingTool } from "../tool-provider.ts";
import { type McpFault, type McpServer, readMcpConfiguration } from "./configuration.ts";

/** The servers that a file names. */
export interface McpServers {
  find(name: string): McpServer | MissingTool;
  /** Those that can be used, by name. */
  readonly all: ReadonlyMap<string, McpServer>;
  readonly faults: readonly McpFault[];
}

/** Reads `.mcp.json`; that it is not there, or not as it should be, is told to whoever looks for a server. */
export function mcpServersOf(file: string): McpServers {
  const name = basename(file);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "") throw error;
    const why = code === "ENOENT" ? `the project has no ${name}` : `${name} cannot be read (${code})`;
    const find = () => ({ missing: `its MCP server is not configured: ${why}`, diagnostics: [] });
    return { find, all: new Map(), faults: [] };
  }
  const { servers, faults } = readMcpConfiguration(sourceFile({ file: name, text }));
  const diagnostics = faults.map(({ error }) => error);
  return {
    all: servers,
    faults,
    find(server) {
      const found = servers.get(server);
      if (found !== undefined) return found;
      const names = [...servers.keys()];
      const others = names.length === 0 ? "there is none" : `there are: ${names.join(", ")}`;
      return { missing: `${name} has no MCP server ${server} that can be used; ${others}`, diagnostics };
    },
  };
}
