import { isMcpTool } from "../../5-authorise/tool-names.ts";
import { secretsAmong, secretsOfHeaders } from "../../text/secrets.ts";
import { givenArguments } from "../arguments.ts";
import { boundedText } from "../bounded-text.ts";
import { untilAborted, withinTime } from "../time-limit.ts";
import { allCapabilities, type Capability, type Tool, type ToolContext, type ToolOutcome, tool } from "../tool.ts";
import { refuse } from "../tool-error.ts";
import type { ToolProvider } from "../tool-provider.ts";
import { mcpArguments } from "./arguments.ts";
import type { McpServer } from "./configuration.ts";
import type { McpConnection, McpReply } from "./connection.ts";
import { mcpConnections } from "./connections.ts";
import { faultFor } from "./faults.ts";
import { type McpServers, mcpServersOf } from "./servers.ts";
import { knownValues } from "./variables.ts";

const startMs = 30_000;
const defaultTimeoutMs = 300_000;

export interface McpToolsOptions {
  /** `.mcp.json` of the project, absolute; read when one of its tools is first looked up, and need not be there. */
  readonly file: string;
  /** By `mcp/SERVER/TOOL` or `mcp/SERVER/*`, as the user's own configuration says; all of them when left out. */
  readonly capabilities?: Readonly<Record<string, readonly Capability[]>>;
}

/**
 * The tools of a project's MCP servers, `mcp/SERVER/TOOL` (agents.md 5, DESIGN.md 7). A server starts at the first call of
 * one of its tools and ends with the run, and so does all that it started.
 */
export function mcpTools({ file, capabilities = {} }: McpToolsOptions): ToolProvider {
  const connections = mcpConnections(async (...given) => {
    // The client takes longer to load than most runs take, and few need it.
    const { connectTo } = await import("./connect.ts");
    return connectTo(...given);
  }, startMs);
  let servers: McpServers | undefined;
  return {
    serves: isMcpTool,
    find(name) {
      servers ??= mcpServersOf(file);
      const [, serverName = "", toolName = ""] = name.split("/");
      if (toolName === "*") return { missing: `${name} stands for all tools of a server: call one`, diagnostics: [] };
      const server = servers.find(serverName);
      if ("missing" in server) return server;
      const needs = capabilities[name] ?? capabilities[`mcp/${serverName}/*`] ?? allCapabilities;
      const called = mcpTool(name, needs, (context) => connections.open(context.run, serverName, server, context));
      return { ...called, secrets: () => secretsOfServer(server) };
    },
    faults(tools) {
      servers ??= mcpServersOf(file);
      return servers.faults.flatMap((fault) => faultFor(fault, tools));
    },
    endRun: connections.endRun,
  };
}

function secretsOfServer(server: McpServer): readonly string[] {
  return server.type === "stdio"
    ? secretsAmong(knownValues(server.env, process.env))
    : secretsOfHeaders(knownValues(server.headers, process.env));
}

function mcpTool(
  name: string,
  needs: readonly Capability[],
  open: (context: ToolContext) => Promise<McpConnection>,
): Tool {
  const [, server = "", toolName = ""] = name.split("/");
  return tool(name, needs, (call, context) => {
    const { timeoutMs = defaultTimeoutMs, signal, outputLimit } = context;
    const given = givenArguments(call, context);
    return withinTime({ timeoutMs, signal }, async (limited) => {
      const connection = await untilAborted(open(context), limited);
      const schema = connection.tools.get(toolName);
      if (schema === undefined) {
        const names = [...connection.tools.keys()].join(", ");
        return refuse(`the MCP server ${server} has no tool ${toolName}; it has: ${names}`);
      }
      const reply = await connection.call(toolName, mcpArguments(given.values, call, schema), limited);
      return outcomeOf(reply, given.warnings, outputLimit);
    });
  });
}

async function outcomeOf(reply: McpReply, warnings: readonly string[], outputLimit: number): Promise<ToolOutcome> {
  const bounded = await boundedText(reply.text, outputLimit);
  const hasJson = reply.structured !== undefined && bounded.truncated === undefined;
  const output = hasJson ? { ...bounded, json: reply.structured } : bounded;
  const outcome = { output, warnings: [...warnings, ...reply.warnings] };
  if (!reply.isError) return outcome;
  const message = reply.text === "" ? "the tool reports an error without saying which" : bounded.text;
  return { ...outcome, failure: { code: "failed", message } };
}
