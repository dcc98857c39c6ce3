import { field } from "./field.ts";
import { type McpClient, mcpClient } from "./mcp-client.ts";

/** The servers that the agent was given for its session. */
export interface GivenServers {
  /** The server of a name, started when it does not run. Throws for one that was not given. */
  get(name: string): McpClient;
  /** Ends its process; the next use starts another. */
  kill(name: string): Promise<void>;
}

export function givenServers(servers: unknown, cwd: string): GivenServers {
  const running = new Map<string, McpClient>();
  const get = (name: string) => {
    const client = running.get(name) ?? started(servers, name, cwd);
    running.set(name, client);
    return client;
  };
  return {
    get,
    async kill(name) {
      const client = get(name);
      running.delete(name);
      await client.kill();
    },
  };
}

function started(servers: unknown, name: string, cwd: string): McpClient {
  const list: readonly unknown[] = Array.isArray(servers) ? servers : [];
  const server = list.find((candidate) => field(candidate, "name") === name);
  if (server === undefined) throw new Error(`the session was given no server ${name}`);
  return mcpClient(server, cwd);
}
