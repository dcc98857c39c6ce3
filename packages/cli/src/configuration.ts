import { UsageError } from "./exit.ts";

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
}

type Reader<T> = (value: unknown, where: string) => T;

/** Reads a configuration; a fault in it is a usage error that names the member. */
export function readConfiguration(text: string, file: string): Configuration {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const members = object(parsed, file);
  rejectUnknown(members, ["$schema", "environment", "agents", "defaultAgent", "database", "synchronous"], file);
  return {
    environment: optional(members.environment, list(string), `${file}: environment`) ?? [],
    agents: optional(members.agents, record(configuredAgent), `${file}: agents`) ?? {},
    defaultAgent: optional(members.defaultAgent, string, `${file}: defaultAgent`) ?? null,
    database: optional(members.database, string, `${file}: database`) ?? null,
    synchronous: optional(members.synchronous, oneOf("full", "normal"), `${file}: synchronous`) ?? "full",
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

function defined<K extends string, V>(name: K, value: V | undefined): { [Name in K]?: V } {
  const result: { [Name in K]?: V } = {};
  if (value !== undefined) result[name] = value;
  return result;
}

function optional<T>(value: unknown, read: Reader<T>, where: string): T | undefined {
  return value === undefined ? undefined : read(value, where);
}

const string: Reader<string> = (value, where) => {
  if (typeof value !== "string") throw new UsageError(`${where} must be a string`);
  return value;
};

function oneOf<const T extends string>(...values: readonly T[]): Reader<T> {
  return (value, where) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new UsageError(`${where} must be one of ${values.join(", ")}`);
    return found;
  };
}

function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new UsageError(`${where} must be a list`);
    return value.map((item, index) => read(item, `${where}[${index}]`));
  };
}

function record<T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, where) =>
    Object.fromEntries(
      Object.entries(object(value, where)).map(([name, item]) => [name, read(item, `${where}.${name}`)]),
    );
}

function object(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${where} must be an object`);
  return Object.fromEntries(Object.entries(value));
}

function rejectUnknown(members: Record<string, unknown>, known: readonly string[], where: string): void {
  for (const name of Object.keys(members)) {
    if (!known.includes(name))
      throw new UsageError(`${where}: unknown member "${name}"`, `known members: ${known.join(", ")}`);
  }
}
