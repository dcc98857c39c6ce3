import { homedir } from "node:os";
import { join } from "node:path";
import type { Capability, HostLimits, PermissionRules } from "@agent-markup/core";
import { isThere } from "./is-there.ts";
import { type LimitedKind, noPolicy, type PolicyFile, readPolicyFile, type SampledRule } from "./policy-file.ts";

/** What holds for a run: the project's file may only take away (docs/adr/0004). */
export interface HostPolicy {
  readonly permissions: PermissionRules;
  /** What documents that are not trusted may do. */
  readonly granted: readonly Capability[];
  /** What they may do once a person has allowed it. */
  readonly confirm: readonly Capability[];
  readonly limits: Required<HostLimits>;
  readonly privateHosts: readonly string[];
  /** Of the tools of MCP servers, by name; of one that is not named, all. */
  readonly mcpCapabilities: Readonly<Record<string, readonly Capability[]>>;
  readonly warnings: readonly string[];
}

export interface PolicySources {
  /** `policy` of `aml.config.json`. */
  readonly project: PolicyFile;
  /** `--rules FILE`. */
  readonly rulesFile: string | undefined;
}

/** The user's own configuration, the file of the command line, and what the project takes away. */
export function hostPolicy({ project: narrowing, rulesFile }: PolicySources): HostPolicy {
  const own = readUserPolicy();
  const given = rulesFile === undefined ? noPolicy : readPolicyFile(rulesFile);
  const rulesOf = (pick: (file: PolicyFile) => readonly SampledRule[], ...files: readonly PolicyFile[]) =>
    files.flatMap((file) => pick(file).map(({ rule }) => rule));
  const permissions = {
    deny: rulesOf(({ permissions: { deny } }) => deny, own, given, narrowing),
    ask: rulesOf(({ permissions: { ask } }) => ask, own, given, narrowing),
    allow: rulesOf(({ permissions: { allow } }) => allow, own, given),
  };
  const denied = new Set([own, given, narrowing].flatMap(({ capabilities }) => capabilities.deny));
  const asked = new Set([own, given, narrowing].flatMap(({ capabilities }) => capabilities.confirm));
  // A project's file may turn what is allowed into a question, never what is denied.
  const offered = [own, given].flatMap(({ capabilities }) => [...capabilities.allow, ...capabilities.confirm]);
  const possible = [...new Set(offered)].filter((capability) => !denied.has(capability));
  const ignored = [
    ...narrowing.permissions.allow.map(({ rule }) => rule.text),
    ...narrowing.capabilities.allow,
    ...narrowing.privateHosts,
    ...Object.keys(narrowing.mcpCapabilities),
  ].map(
    (text) =>
      `aml.config.json: policy: "${text}" is not granted: a project's file only narrows; put it into your own configuration or --rules`,
  );
  const limitsOn = (kind: LimitedKind) => [own, given, narrowing].map(({ limits }) => limits[kind]);
  const limits = { agents: limitsOn("agents"), models: limitsOn("models"), sessions: limitsOn("sessions") };
  return {
    permissions,
    granted: possible.filter((capability) => !asked.has(capability)),
    confirm: possible.filter((capability) => asked.has(capability)),
    limits,
    privateHosts: [...own.privateHosts, ...given.privateHosts],
    mcpCapabilities: { ...own.mcpCapabilities, ...given.mcpCapabilities },
    warnings: [...own.warnings, ...given.warnings, ...narrowing.warnings, ...ignored],
  };
}

function readUserPolicy(): PolicyFile {
  const home = process.env.XDG_CONFIG_HOME ?? "";
  const file = join(home === "" ? join(homedir(), ".config") : home, "aml", "policy.json");
  return isThere(file) ? readPolicyFile(file) : noPolicy;
}
