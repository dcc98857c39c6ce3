import { type OfferedTool, runtimeServer } from "@agent-markup/core";
import type { McpServer } from "../session/mcp-servers.ts";
import { toolBridgeEntry } from "../tool-bridge-entry.ts";
import { socketVariable, tokenVariable } from "./bridge-words.ts";
import { type DeskContext, offeredDesk } from "./offered-desk.ts";
import { listenPrivately } from "./private-socket.ts";

/** The runtime's tools, served to one session of an agent. */
export interface ToolServer {
  readonly tools: readonly OfferedTool[];
  /** The server that the agent is told to start. */
  readonly server: McpServer;
  /** The session is being ended: connections that close from now on are no news. */
  ending(): void;
  close(): Promise<void>;
}

/** Begins to listen for the bridge that the agent starts; `token` is the session's own (agents.md 5). */
export async function openToolServer(context: DeskContext, token: string): Promise<ToolServer> {
  const { tools } = context;
  const desk = offeredDesk(context);
  let connections = 0;
  let isEnding = false;
  let hasRefused = false;

  const note = (text: string) => {
    if (isEnding) return;
    try {
      context.emit({ type: "note", text });
    } catch (error) {
      context.hostFailed(error);
    }
  };
  const socket = await listenPrivately(token, {
    connected(connection) {
      connections += 1;
      connection.once("close", () => {
        connections -= 1;
        if (connections === 0) note("the agent has ended its connection to the runtime's tools, and is without them");
      });
      // Only here, since the package takes its time to load and most runs of a terminal need none of it.
      import("./serve-tools.ts")
        .then(({ serveTools }) => serveTools(connection, { tools, call: desk.call }))
        .catch((error: unknown) => {
          connection.destroy();
          context.hostFailed(error);
        });
    },
    refused() {
      // Once is enough: whoever tries may try for ever.
      if (!hasRefused) note("a process that did not know the session's token was refused the runtime's tools");
      hasRefused = true;
    },
  });
  return {
    tools,
    server: {
      name: runtimeServer,
      command: process.execPath,
      args: [toolBridgeEntry()],
      env: { [socketVariable]: socket.path, [tokenVariable]: token },
    },
    ending() {
      isEnding = true;
    },
    async close() {
      isEnding = true;
      await socket.close();
    },
  };
}
