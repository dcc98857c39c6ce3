/** Agents that a run cannot use as things are, for the advice on what to do (language.md 7.4). */
export interface OtherAgents {
  /** Names that `--agent` takes though they are not configured: agents that are installed on this machine. */
  readonly found: readonly string[];
  /** Names of those that the project configures, which is not trusted. */
  readonly untrusted: readonly string[];
}

interface Known {
  readonly agents: readonly string[];
  readonly otherAgents?: OtherAgents;
}

const nothingElse: OtherAgents = { found: [], untrusted: [] };

/** What to do about an agent that is not configured: what there is instead, and the line to add. */
export function adviceOnAgent(name: string, { agents, otherAgents = nothingElse }: Known): string {
  const { found, untrusted } = otherAgents;
  if (untrusted.includes(name) || untrusted.includes("*")) return adviceOnTrust;
  const [first] = found;
  const settings = first === undefined ? '{ "command": [...] }' : `{ "profile": "${first}" }`;
  const here = agents.length === 0 ? [] : [`configured: ${agents.join(", ")}`];
  const chosen = first ?? agents[0];
  const orGive = chosen === undefined ? "" : `, or give --agent ${chosen}`;
  return [
    ...here,
    ...foundHere(found),
    `add "agents": { "${name}": ${settings} } to aml.config.json, or "*" for every name${orGive}`,
  ].join("; ");
}

/** What to do where a prompt stands inside no `<agent>` and none is the default. */
export function adviceWithoutAgent({ agents, otherAgents = nothingElse }: Known): string {
  const { found, untrusted } = otherAgents;
  if (agents.length === 0 && untrusted.length > 0) return adviceOnTrust;
  const [usual] = [...agents.filter((name) => name !== "*"), ...found];
  const line = `put <agent name="${usual ?? "..."}"> around it, or set "defaultAgent" in aml.config.json`;
  return [...foundHere(found), `${line}${usual === undefined ? "" : `, or give --agent ${usual}`}`].join("; ");
}

const adviceOnTrust =
  "aml.config.json configures it, and the agents of a project are used only once a person trusts the project: read it, then aml trust, or --trust trusted for this run";

function foundHere(found: readonly string[]): string[] {
  return found.length === 0 ? [] : [`found on this machine: ${found.join(", ")}`];
}
