import type { Socket } from "node:net";
import { type OfferedReply, type OfferedTool, runtimeServer } from "@agent-markup/core";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { socketTransport } from "./socket-transport.ts";

export interface ServedTools {
  readonly tools: readonly OfferedTool[];
  /** Resolves for every call, those of tools that are not offered included. */
  call(tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<OfferedReply>;
}

/** Speaks the Model Context Protocol with one process of an agent, until the socket closes (agents.md 5). */
export function serveTools(socket: Socket, { tools, call }: ServedTools): void {
  const listed = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
  }));
  const createServer = () => {
    // Not the package's `McpServer`, which answers for tools it does not know by itself: every call is on the record.
    const server = new Server({ name: runtimeServer, version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools: listed }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const { text, isError } = await call(params.name, params.arguments ?? {}, mcpReq.signal);
      return { content: [{ type: "text", text }], isError };
    });
    return server;
  };
  serveStdio(createServer, {
    transport: socketTransport(socket),
    // A message that cannot be answered, since the agent is gone.
    onerror: () => {},
  });
}
