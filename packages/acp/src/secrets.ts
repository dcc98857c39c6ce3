import type { AgentConfiguration } from "./configuration.ts";

/** Shorter ones would garble what is written and protect nothing. */
const shortestSecret = 8;

const secretName = /key|token|secret|pass|credential|auth|cookie/i;
const openName = /(?:model|mode|path|dir|home|host|port|level|region|lang)$/i;
/** Words, numbers, paths, and addresses without a user or a query. */
const openValue = /^(?:[a-z]+(?:[-_ ][a-z]+)*|[\d.]+|\/\S*|https?:\/\/[^@?\s]*)$/i;

/**
 * What the configuration gives to an agent and its servers that must never be written down (agents.md 3): environment
 * values and headers, but for plain words, paths and addresses under names that say nothing of a secret.
 */
export function secretsOf(
  configuration: AgentConfiguration,
  inherited: Readonly<Record<string, string>>,
): readonly string[] {
  const servers = configuration.mcpServers ?? [];
  const environments = [configuration.env ?? {}, inherited, ...servers.map(environmentOf)];
  const values = environments.flatMap((environment) =>
    Object.entries(environment).flatMap(([name, value]) => (isSecret(name, value) ? [value] : [])),
  );
  const headers = servers.flatMap((server) => ("headers" in server ? Object.values(server.headers ?? {}) : []));
  return [...new Set([...values, ...headers].filter(({ length }) => length >= shortestSecret))];
}

function isSecret(name: string, value: string): boolean {
  return secretName.test(name) || !(openName.test(name) || openValue.test(value));
}

function environmentOf(server: NonNullable<AgentConfiguration["mcpServers"]>[number]) {
  return "env" in server ? (server.env ?? {}) : {};
}
