import { AgentError, runtimeServer, standingOf, type ToolSet } from "@agent-markup/core";
import { type CommandServer, choiceOf, filteredServer } from "../tool-filter/filtered-server.ts";
import { isObject } from "../transport/message.ts";
import { filled } from "./server-variables.ts";

/** A server of tools that is offered to the agent, as configuration files write it. */
export type McpServer =
  | CommandServer
  | {
      readonly name: string;
      readonly type: "http" | "sse";
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A server for one session: of those that its constraint leaves, with its variables filled in. */
export interface SessionServer {
  readonly name: string;
  /** Without it the session is not opened: the agent's configuration has it, or the constraint names its tools. */
  readonly isRequired: boolean;
  /** Or why there is none. */
  readonly server: McpServer | { readonly problem: string };
}

/**
 * The servers of an agent and those that every agent is offered, of which the constraint leaves something (agents.md 5,
 * second rung). Of two of one name the agent's own counts.
 */
export function sessionServers(
  own: readonly McpServer[],
  shared: readonly McpServer[],
  tools: ToolSet,
  variables: Readonly<Record<string, string | undefined>>,
): SessionServer[] {
  const names = new Set(own.map(({ name }) => name));
  const all = [
    ...own.map((server) => ({ server, isOwn: true })),
    ...shared.filter(({ name }) => !names.has(name)).map((server) => ({ server, isOwn: false })),
  ];
  return all.flatMap(({ server, isOwn }) => {
    const standing = standingOf(tools, server.name);
    if (standing === "excluded") return [];
    const allowed = withinConstraint(filled(server, variables), tools);
    return [{ name: server.name, isRequired: isOwn || standing === "named", server: allowed }];
  });
}

/** The name of the server that the runtime adds means that one alone. */
export function checkServerNames(agent: string, servers: readonly McpServer[]): void {
  if (servers.every(({ name }) => name !== runtimeServer)) return;
  throw new AgentError(
    "not_configured",
    `agent ${agent} has an MCP server ${runtimeServer}: that is the name of the runtime's own, so give it another`,
  );
}

/** Of a server of which some tools may be used, the others are kept back; one that is no process of ours is passed whole. */
function withinConstraint(server: SessionServer["server"], tools: ToolSet): SessionServer["server"] {
  if (!("command" in server)) return server;
  const choice = choiceOf(tools, server.name);
  return choice === null ? server : filteredServer(server, choice);
}

/** One that goes to the session whatever its constraint: the runtime's own. */
export function requiredServer(server: McpServer): SessionServer {
  return { name: server.name, isRequired: true, server };
}

export interface PassedServers {
  /** As `session/new` takes them. */
  readonly passed: readonly unknown[];
  /** What became of those that are not among them. */
  readonly notes: readonly string[];
}

/** Agents drop what they cannot use without a word, so that is decided here, and told. Throws for a server that is required. */
export function passedServers(servers: readonly SessionServer[], capabilities: unknown): PassedServers {
  const passed: unknown[] = [];
  const notes: string[] = [];
  for (const { name, isRequired, server } of servers) {
    const offer = "problem" in server ? server : described(server, capabilities);
    if ("passed" in offer) passed.push(offer.passed);
    else if (isRequired)
      throw new AgentError("session", `the agent cannot use the MCP server ${name}: ${offer.problem}`);
    else notes.push(`the MCP server ${name} was not passed to the agent: ${offer.problem}`);
  }
  return { passed, notes };
}

type Offer = { readonly passed: object } | { readonly problem: string };

function described(server: McpServer, capabilities: unknown): Offer {
  if ("command" in server) {
    const { name, command, args = [], env = {} } = server;
    return { passed: { name, command, args, env: namedValues(env) } };
  }
  const { name, type, url, headers = {} } = server;
  if (!isObject(capabilities) || capabilities[type] !== true) return { problem: `it does not support ${type} servers` };
  return { passed: { name, type, url, headers: namedValues(headers) } };
}

function namedValues(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
