import { type ConfiguredAgent, configuredAgent } from "./configured-agent.ts";
import { type HandlerReference, handlerReference } from "./handler-reference.ts";
import { filled, list, object, oneOf, optional, parseJson, record, rejectUnknown, string } from "./json-reader.ts";
import { noPolicy, type PolicyFile, readPolicy } from "./policy-file.ts";

/** `aml.config.json`: plain data, never code (spec/aml.config.schema.json). */
export interface Configuration {
  /** Names of environment variables that tools and agents get beside the built-in list. */
  readonly environment: readonly string[];
  readonly agents: Readonly<Record<string, ConfiguredAgent>>;
  /** Names of models as documents have them, to those the agents know (agents.md 5). */
  readonly models: Readonly<Record<string, string>>;
  /** By the implementation that each runs (language.md 7.3). */
  readonly handlers: Readonly<Record<string, HandlerReference>>;
  /** Files and folders whose definitions every document of the project sees, relative to it (language.md 4.5). */
  readonly import: readonly string[];
  /** The implementation that is taken for an interface which has several (language.md 6). */
  readonly defaults: Readonly<Record<string, string>>;
  readonly defaultAgent: string | null;
  /** The database of sql steps that name none, relative to the project. */
  readonly database: string | null;
  /** How SQLite confirms a write: `full` survives a power cut, `normal` survives a crash of the process. */
  readonly synchronous: "full" | "normal";
  /** What the project takes away from a run's permissions; it grants nothing (docs/adr/0004). */
  readonly policy: PolicyFile;
}

/** Reads a configuration; a fault in it is a usage error that names the member. */
export function readConfiguration(text: string, file: string): Configuration {
  const members = object(parseJson(text, file), file);
  rejectUnknown(
    members,
    [
      "$schema",
      "environment",
      "agents",
      "models",
      "handlers",
      "import",
      "defaults",
      "defaultAgent",
      "database",
      "synchronous",
      "policy",
    ],
    file,
  );
  return {
    environment: optional(members.environment, list(string), `${file}: environment`) ?? [],
    agents: optional(members.agents, record(configuredAgent), `${file}: agents`) ?? {},
    models: optional(members.models, record(string), `${file}: models`) ?? {},
    handlers: optional(members.handlers, record(handlerReference), `${file}: handlers`) ?? {},
    import: optional(members.import, list(filled), `${file}: import`) ?? [],
    defaults: optional(members.defaults, record(string), `${file}: defaults`) ?? {},
    defaultAgent: optional(members.defaultAgent, string, `${file}: defaultAgent`) ?? null,
    database: optional(members.database, string, `${file}: database`) ?? null,
    synchronous: optional(members.synchronous, oneOf("full", "normal"), `${file}: synchronous`) ?? "full",
    policy: optional(members.policy, readPolicy, `${file}: policy`) ?? noPolicy,
  };
}
