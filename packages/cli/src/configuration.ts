import { UsageError } from "./exit.ts";
import {
  defined,
  list,
  object,
  oneOf,
  optional,
  parseJson,
  type Reader,
  record,
  rejectUnknown,
  string,
} from "./json-reader.ts";

/** One agent of `aml.config.json` (agents.md 5). */
export interface ConfiguredAgent {
  /** Program and arguments; no shell. Left out for the `scripted` profile. */
  readonly command?: readonly string[];
  readonly profile?: string;
  /** The script that the `scripted` profile plays, relative to the project. */
  readonly script?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** `aml.config.json`: plain data, never code (spec/aml.config.schema.json). */
export interface Configuration {
  /** Names of environment variables that tools and agents get beside the built-in list. */
  readonly environment: readonly string[];
  readonly agents: Readonly<Record<string, ConfiguredAgent>>;
  readonly defaultAgent: string | null;
  /** The database of sql steps that name none, relative to the project. */
  readonly database: string | null;
  /** How SQLite confirms a write: `full` survives a power cut, `normal` survives a crash of the process. */
  readonly synchronous: "full" | "normal";
  /** What the project takes away from a run's permissions; read by `hostPolicy`. Undefined when left out. */
  readonly policy: unknown;
}

/** Reads a configuration; a fault in it is a usage error that names the member. */
export function readConfiguration(text: string, file: string): Configuration {
  const members = object(parseJson(text, file), file);
  rejectUnknown(
    members,
    ["$schema", "environment", "agents", "defaultAgent", "database", "synchronous", "policy"],
    file,
  );
  return {
    environment: optional(members.environment, list(string), `${file}: environment`) ?? [],
    agents: optional(members.agents, record(configuredAgent), `${file}: agents`) ?? {},
    defaultAgent: optional(members.defaultAgent, string, `${file}: defaultAgent`) ?? null,
    database: optional(members.database, string, `${file}: database`) ?? null,
    synchronous: optional(members.synchronous, oneOf("full", "normal"), `${file}: synchronous`) ?? "full",
    policy: members.policy,
  };
}

const configuredAgent: Reader<ConfiguredAgent> = (value, where) => {
  const members = object(value, where);
  rejectUnknown(members, ["command", "profile", "script", "model", "mode", "env"], where);
  const command = optional(members.command, list(string), `${where}.command`);
  const agent = {
    ...(command === undefined ? {} : { command }),
    ...defined("profile", optional(members.profile, string, `${where}.profile`)),
    ...defined("script", optional(members.script, string, `${where}.script`)),
    ...defined("model", optional(members.model, string, `${where}.model`)),
    ...defined("mode", optional(members.mode, string, `${where}.mode`)),
    ...defined("env", optional(members.env, record(string), `${where}.env`)),
  };
  if (command?.length === 0) throw new UsageError(`${where}.command is empty`);
  if (command === undefined && agent.profile !== "scripted") throw new UsageError(`${where} needs a "command"`);
  if (agent.profile === "scripted" && command === undefined && agent.script === undefined) {
    throw new UsageError(`${where} has the profile "scripted" and needs a "script"`);
  }
  return agent;
};
