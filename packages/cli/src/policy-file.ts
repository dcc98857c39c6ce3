import { readFileSync } from "node:fs";
import { allCapabilities, type Capability, judge, type NameLimit, readRule, type ToolRule } from "@agent-markup/core";
import { UsageError } from "./exit.ts";
import { list, object, optional, parseJson, type Reader, rejectUnknown, string } from "./json-reader.ts";
import { serverCapabilities } from "./server-capabilities.ts";

/** A rule with inputs that it must and must not match, tried whenever it is read. */
export interface SampledRule {
  readonly rule: ToolRule;
  readonly match: readonly string[];
  readonly noMatch: readonly string[];
}

type Lists<T, Name extends string> = { readonly [List in Name]: readonly T[] };

/** What one file says about permissions and capabilities (language.md 7.5). */
export interface PolicyFile {
  readonly permissions: Lists<SampledRule, "deny" | "ask" | "allow">;
  readonly capabilities: Lists<Capability, "deny" | "confirm" | "allow">;
  readonly limits: Readonly<Record<LimitedKind, NameLimit>>;
  /** Hosts that `web_fetch` may reach though their addresses are not public. */
  readonly privateHosts: readonly string[];
  /** What tools of MCP servers can do, by `mcp/SERVER/TOOL` or `mcp/SERVER/*`. */
  readonly mcpCapabilities: Readonly<Record<string, readonly Capability[]>>;
  readonly warnings: readonly string[];
}

/** What else a policy narrows, by name; `allow` means none but these, so that a project's file may say it too. */
const limitedKinds = ["agents", "models", "sessions"] as const;
export type LimitedKind = (typeof limitedKinds)[number];

/** A policy that says nothing. */
export const noPolicy: PolicyFile = {
  permissions: { deny: [], ask: [], allow: [] },
  capabilities: { deny: [], confirm: [], allow: [] },
  limits: { agents: {}, models: {}, sessions: {} },
  privateHosts: [],
  mcpCapabilities: {},
  warnings: [],
};

/** Reads a policy file, or says what is wrong with it; a sample that does not hold is an error. */
export function readPolicyFile(file: string): PolicyFile {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return readPolicy(parseJson(text, file), file);
}

/** Reads a policy as it stands in a file of its own or in the configuration. */
export function readPolicy(value: unknown, where: string): PolicyFile {
  const members = object(value, where);
  rejectUnknown(
    members,
    ["$schema", "permissions", "capabilities", "privateHosts", "mcpServers", ...limitedKinds],
    where,
  );
  const warnings: string[] = [];
  const rules = lists(members.permissions, `${where}: permissions`, ["deny", "ask", "allow"], (name) =>
    sampledRule(name === "allow" ? warnings : null),
  );
  const capabilities = lists(
    members.capabilities,
    `${where}: capabilities`,
    ["deny", "confirm", "allow"],
    () => capability,
  );
  const permissions = { deny: present(rules.deny), ask: present(rules.ask), allow: present(rules.allow) };
  for (const name of ["deny", "ask", "allow"] as const)
    for (const sampled of permissions[name]) holdToSamples(sampled, where);
  warnings.push(...shadowed(permissions, where));
  const { deny = [], confirm = [], allow = [] } = capabilities;
  const limits = {
    agents: nameLimit(members.agents, `${where}: agents`),
    models: nameLimit(members.models, `${where}: models`),
    sessions: nameLimit(members.sessions, `${where}: sessions`),
  };
  const privateHosts = optional(members.privateHosts, list(host), `${where}: privateHosts`) ?? [];
  const mcpCapabilities = optional(members.mcpServers, serverCapabilities(capability), `${where}: mcpServers`) ?? {};
  return { permissions, capabilities: { deny, confirm, allow }, limits, privateHosts, mcpCapabilities, warnings };
}

/** A name or an address, with a port or without, as an address of the web has it. */
const host: Reader<string> = (value, where) => {
  const text = string(value, where);
  const address = `http://${text}/`;
  if (URL.canParse(address) && /^[^/?#@\s]+$/.test(text)) return text;
  throw new UsageError(
    `${where}: ${JSON.stringify(text)} is no host`,
    'write a name or an address, such as "localhost:3000"',
  );
};

function nameLimit(value: unknown, where: string): NameLimit {
  if (value === undefined) return {};
  const members = object(value, where);
  rejectUnknown(members, ["deny", "allow"], where);
  const deny = optional(members.deny, list(string), `${where}.deny`);
  const allow = optional(members.allow, list(string), `${where}.allow`);
  return { ...(deny === undefined ? {} : { deny }), ...(allow === undefined ? {} : { allow }) };
}

function lists<T>(
  value: unknown,
  where: string,
  names: readonly string[],
  readerOf: (name: string) => Reader<T>,
): Record<string, readonly T[]> {
  if (value === undefined) return {};
  const members = object(value, where);
  rejectUnknown(members, names, where);
  return Object.fromEntries(
    names.map((name) => [name, optional(members[name], list(readerOf(name)), `${where}.${name}`) ?? []]),
  );
}

function present(rules: readonly (SampledRule | null)[] | undefined): readonly SampledRule[] {
  return (rules ?? []).flatMap((rule) => (rule === null ? [] : [rule]));
}

const capability: Reader<Capability> = (value, where) => {
  const name = string(value, where);
  const known = allCapabilities.find((candidate) => candidate === name);
  if (known === undefined)
    throw new UsageError(`${where}: "${name}" is no capability`, `there are: ${allCapabilities.join(", ")}`);
  return known;
};

/**
 * `"Tool(spec)"`, or `{ "rule", "match", "noMatch" }` with samples. A rule that can never match is a warning where it would
 * allow, and an error where there are no warnings: what it was written against would go through.
 */
function sampledRule(warnings: string[] | null): Reader<SampledRule | null> {
  return (value, where) => {
    const members = typeof value === "string" ? { rule: value } : object(value, where);
    rejectUnknown(members, ["rule", "match", "noMatch"], where);
    const { rule: text, match, noMatch }: { rule?: unknown; match?: unknown; noMatch?: unknown } = members;
    const read = readRule(string(text, `${where}.rule`));
    if (!read.ok) {
      const problem = `${where}: the rule ${JSON.stringify(text)} can never match: ${read.why}`;
      if (warnings === null) throw new UsageError(problem);
      warnings.push(problem);
      return null;
    }
    return {
      rule: read.rule,
      match: optional(match, list(string), `${where}.match`) ?? [],
      noMatch: optional(noMatch, list(string), `${where}.noMatch`) ?? [],
    };
  };
}

function holdToSamples({ rule, match, noMatch }: SampledRule, where: string): void {
  const rules = { deny: [], ask: [], allow: [rule] };
  const matches = (sample: string) =>
    judge(rules, [rule.tool === "*" ? "bash" : rule.tool], sample).verdict === "allow";
  const missed = match.find((sample) => !matches(sample));
  if (missed !== undefined)
    throw new UsageError(`${where}: the rule ${rule.text} does not match its sample ${JSON.stringify(missed)}`);
  const caught = noMatch.find(matches);
  if (caught !== undefined)
    throw new UsageError(`${where}: the rule ${rule.text} matches ${JSON.stringify(caught)}, which it must not`);
}

/** An allow rule whose tool is denied or asked about altogether never lets anything through. */
function shadowed({ deny, ask, allow }: PolicyFile["permissions"], where: string): string[] {
  const whole = [...deny, ...ask].filter(({ rule }) => rule.spec === null);
  return allow.flatMap(({ rule }) => {
    const over = whole.find((other) => other.rule.tool === "*" || other.rule.tool === rule.tool);
    return over === undefined
      ? []
      : [`${where}: the allow rule ${rule.text} can never match: ${over.rule.text} comes before it`];
  });
}
