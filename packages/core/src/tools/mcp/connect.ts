import { setTimeout as delay } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { ToolError } from "../tool-error.ts";
import type { McpServer } from "./configuration.ts";
import type { McpConnection, McpSurroundings } from "./connection.ts";
import { replyOf } from "./reply.ts";
import { stdioTransport } from "./stdio-transport.ts";
import { valuesWithVariables, withVariables } from "./variables.ts";

/** What limits a request is the signal alone; the client's own limit would come first. */
const timeout = 2 ** 31 - 1;
const endMs = 2_000;

/** Starts or reaches a server and asks what tools it has; nothing of it is left when that fails. */
export async function connectTo(
  name: string,
  server: McpServer,
  surroundings: McpSurroundings,
  signal: AbortSignal,
): Promise<McpConnection> {
  const channel = server.type === "stdio" ? await overStdio(server, surroundings) : overHttp(server);
  const client = new Client({ name: "aml", version: "1" });
  let isOver = false;
  client.onclose = () => {
    isOver = true;
  };
  const told = async (error: unknown) => {
    const why = (await channel.ending()) ?? (error instanceof Error ? error.message : String(error));
    return new ToolError("failed", `the MCP server ${name}: ${why}`, { cause: error });
  };
  try {
    await client.connect(channel.transport, { signal, timeout });
    const { tools } = await client.listTools(undefined, { signal, timeout });
    return {
      tools: new Map(tools.map((tool) => [tool.name, tool.inputSchema])),
      async call(tool, given, callSignal) {
        try {
          return replyOf(
            await client.callTool({ name: tool, arguments: { ...given } }, { signal: callSignal, timeout }),
          );
        } catch (error) {
          throw await told(error);
        }
      },
      isOver: () => isOver,
      close: () => channel.close(),
    };
  } catch (error) {
    const failure = await told(error);
    await channel.close();
    throw failure;
  }
}

interface Channel {
  readonly transport: Transport;
  /** How it ended by itself; null when it did not. */
  ending(): Promise<string | null>;
  close(): Promise<void>;
}

async function overStdio(
  server: Extract<McpServer, { type: "stdio" }>,
  surroundings: McpSurroundings,
): Promise<Channel> {
  const { transport, ending } = await stdioTransport(server, surroundings);
  return { transport, ending, close: () => transport.close() };
}

function overHttp({ url, headers }: Extract<McpServer, { type: "http" }>): Channel {
  const address = withVariables(url, process.env);
  if (!URL.canParse(address)) throw new ToolError("not-started", `the address of an MCP server is no URL: ${url}`);
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: valuesWithVariables(headers, process.env) },
  });
  return {
    transport,
    ending: async () => null,
    async close() {
      // A server that is gone, or keeps no sessions, has none to end.
      await Promise.race([transport.terminateSession().catch(() => {}), delay(endMs, undefined, { ref: false })]);
      await transport.close();
    },
  };
}
