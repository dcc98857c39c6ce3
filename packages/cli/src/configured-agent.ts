import type { AgentLimits, McpServer } from "@agent-markup/acp";
import { mcpServers } from "./configured-servers.ts";
import { UsageError } from "./exit.ts";
import {
  boolean,
  count,
  defined,
  list,
  object,
  oneOf,
  optional,
  type Reader,
  record,
  rejectUnknown,
  string,
} from "./json-reader.ts";

/** One agent of `aml.config.json` (agents.md 5). */
export interface ConfiguredAgent {
  /** Program and arguments; no shell. Left out for an agent that its profile finds, and for the `scripted` one. */
  readonly command?: readonly string[];
  readonly profile?: string;
  /** Where the profile's program is not installed, `npx` may fetch and run it. */
  readonly npx?: boolean;
  /** The script that the `scripted` profile plays, relative to the project. */
  readonly script?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Names passed on from our own environment; a trailing `*` stands for the rest of a name. */
  readonly inheritEnv?: readonly string[];
  /** Where it works, relative to the project; the project when left out. */
  readonly cwd?: string;
  /** In a PID namespace of its own (agents.md 6). */
  readonly contain?: "namespace";
  readonly mcpServers?: readonly McpServer[];
  /** Its own tools alone, those the runtime offers beside them (when left out), or the runtime's in place of its own. */
  readonly tools?: "own" | "offered" | "runtime";
  /** What is done when it uses a tool outside its constraint unasked; its turn is cancelled when left out. */
  readonly violations?: "cancel" | "record";
  readonly limits?: Partial<AgentLimits>;
  readonly acceptUnverified?: boolean;
  readonly allowModeSwitch?: boolean;
}

const limitNames = [
  "setupMs",
  "idleMs",
  "turnMs",
  "cancelMs",
  "closeMs",
  "terminateMs",
  "requestGraceMs",
  "maxLineBytes",
  "maxTurnBytes",
  "maxTranscriptBytes",
  "maxMalformedLines",
] as const satisfies readonly (keyof AgentLimits)[];

const agentMembers = [
  "command",
  "profile",
  "npx",
  "script",
  "model",
  "mode",
  "env",
  "inheritEnv",
  "cwd",
  "contain",
  "mcpServers",
  "tools",
  "violations",
  "limits",
  "acceptUnverified",
  "allowModeSwitch",
] as const satisfies readonly (keyof ConfiguredAgent)[];

/** Reads one agent; a fault in it is a usage error that names the member. */
export const configuredAgent: Reader<ConfiguredAgent> = (value, where) => {
  const members = object(value, where);
  rejectUnknown(members, agentMembers, where);
  const read = <T>(name: (typeof agentMembers)[number], reader: Reader<T>) =>
    optional(members[name], reader, `${where}.${name}`);
  const agent: ConfiguredAgent = {
    ...defined("command", read("command", list(string))),
    ...defined("profile", read("profile", string)),
    ...defined("npx", read("npx", boolean)),
    ...defined("script", read("script", string)),
    ...defined("model", read("model", string)),
    ...defined("mode", read("mode", string)),
    ...defined("env", read("env", record(string))),
    ...defined("inheritEnv", read("inheritEnv", list(string))),
    ...defined("cwd", read("cwd", string)),
    ...defined("contain", read("contain", oneOf("namespace"))),
    ...defined("mcpServers", read("mcpServers", mcpServers)),
    ...defined("tools", read("tools", oneOf("own", "offered", "runtime"))),
    ...defined("violations", read("violations", oneOf("cancel", "record"))),
    ...defined("limits", read("limits", limits)),
    ...defined("acceptUnverified", read("acceptUnverified", boolean)),
    ...defined("allowModeSwitch", read("allowModeSwitch", boolean)),
  };
  const { command, profile, script } = agent;
  if (command?.length === 0) throw new UsageError(`${where}.command is empty`);
  if (command === undefined && (profile === undefined || profile === "generic"))
    throw new UsageError(`${where} needs a "command", or a "profile" by which it is found`);
  if (script !== undefined && profile !== "scripted")
    throw new UsageError(`${where}.script is for the profile "scripted"`);
  if (profile === "scripted" && command === undefined && script === undefined) {
    throw new UsageError(`${where} has the profile "scripted" and needs a "script"`);
  }
  return agent;
};

const limits: Reader<Partial<AgentLimits>> = (value, where) => {
  const members = object(value, where);
  rejectUnknown(members, limitNames, where);
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const limit = optional(members[name], count, `${where}.${name}`);
      return limit === undefined ? [] : [[name, limit]];
    }),
  );
};
