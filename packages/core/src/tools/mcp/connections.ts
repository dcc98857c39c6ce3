import { withinTime } from "../time-limit.ts";
import { ToolError } from "../tool-error.ts";
import type { McpServer } from "./configuration.ts";
import type { Connect, McpConnection, McpSurroundings } from "./connection.ts";

/** The servers of each run: one process of each, from the first call of one of its tools to the end of the run. */
export interface McpConnections {
  /** Starts the server if it is not there or has ended meanwhile; whoever asks at the same time gets the same one. */
  open(run: string, name: string, server: McpServer, surroundings: McpSurroundings): Promise<McpConnection>;
  endRun(run: string): Promise<void>;
}

interface RunServers {
  readonly stop: AbortController;
  readonly byName: Map<string, Opening>;
  /** Those that have ended by themselves and may have left something. */
  readonly former: McpConnection[];
}

interface Opening {
  readonly opened: Promise<McpConnection>;
  connection: McpConnection | null;
}

/** `startMs` is how long a server may take until it can be asked. */
export function mcpConnections(connect: Connect, startMs: number): McpConnections {
  const runs = new Map<string, RunServers>();

  function serversOf(run: string): RunServers {
    const servers = runs.get(run) ?? { stop: new AbortController(), byName: new Map(), former: [] };
    runs.set(run, servers);
    return servers;
  }

  return {
    open(run, name, server, surroundings) {
      const { stop, byName, former } = serversOf(run);
      const known = byName.get(name);
      if (known !== undefined && known.connection?.isOver() !== true) return known.opened;
      if (known?.connection) former.push(known.connection);
      const opening: Opening = {
        opened: withinTime({ timeoutMs: startMs, signal: stop.signal }, (signal) =>
          connect(name, server, surroundings, signal),
        ).catch((error: unknown) => {
          if (!(error instanceof ToolError) || error.code !== "timeout") throw error;
          throw new ToolError("timeout", `the MCP server ${name} did not get ready within ${startMs} ms`, {
            cause: error,
          });
        }),
        connection: null,
      };
      byName.set(name, opening);
      opening.opened.then(
        (connection) => {
          opening.connection = connection;
        },
        // Whoever asks next tries anew; why it failed is told to whoever waits.
        () => byName.delete(name),
      );
      return opening.opened;
    },

    async endRun(run) {
      const servers = runs.get(run);
      if (servers === undefined) return;
      runs.delete(run);
      servers.stop.abort();
      const opened = await Promise.allSettled([...servers.byName.values()].map(({ opened }) => opened));
      const connections = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      await Promise.all([...connections, ...servers.former].map((connection) => connection.close()));
    },
  };
}
