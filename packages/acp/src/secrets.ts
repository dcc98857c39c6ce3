import { secretsAmong, secretsOfHeaders } from "@agent-markup/core";
import type { AgentConfiguration } from "./configuration.ts";

/** What the configuration gives to an agent and its servers that must never be written down (agents.md 3). */
export function secretsOf(
  { env = {}, mcpServers = [] }: AgentConfiguration,
  inherited: Readonly<Record<string, string>>,
): readonly string[] {
  const ofServers = mcpServers.flatMap((server) =>
    "command" in server ? secretsAmong(server.env ?? {}) : secretsOfHeaders(server.headers ?? {}),
  );
  return [...new Set([...secretsAmong(env), ...secretsAmong(inherited), ...ofServers])];
}
