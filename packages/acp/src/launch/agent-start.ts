import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { AgentError, addedEnvironment, type Command, environmentOf, type SessionRequest } from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";
import type { NativeDenials, Profile, Workplace } from "../profiles/profile.ts";
import { writeSettings } from "../session/settings-file.ts";
import { launchCommand } from "./launch-command.ts";

/** Agents differ in what they make of a folder that is relative or missing, so it is checked here (agents.md 4.3). */
export function workplaceOf(
  { agent: name, cwd: folder }: Pick<SessionRequest, "agent" | "cwd">,
  agent: AgentConfiguration,
  profile: Profile,
): Workplace {
  const cwd = agent.cwd ?? folder;
  if (!isAbsolute(cwd) || !existsSync(cwd)) {
    throw new AgentError(
      "not_started",
      `agent ${name} cannot work in ${cwd}: it must be an existing folder, given from the root`,
    );
  }
  const environment = environmentOf({
    inherited: process.env,
    allow: inheritedNames(agent, profile),
    values: { ...agent.env, ...profile.environment },
  });
  return { cwd, environment };
}

export interface StartRequest {
  /** By the name that documents use, for messages. */
  readonly name: string;
  readonly agent: AgentConfiguration;
  readonly profile: Profile;
  readonly denials: NativeDenials;
  readonly workplace: Workplace;
  readonly model: string | undefined;
  readonly marker: string;
  /** The folder whose `node_modules` is looked into; null where its files are not trusted. */
  readonly project: string | null;
}

export interface AgentStart {
  readonly command: Command;
  /** To be told when the process is over, or never began. */
  readonly ended?: () => void;
}

/** How an agent's process is started, with its settings written down where it takes them from a file (agents.md 4.1). */
export function agentStart(request: StartRequest): AgentStart {
  const { name, agent, profile, denials, workplace, model, marker, project } = request;
  const looked = { agent: name, profile, npx: agent.npx === true };
  const [program, ...args] = agent.command ?? launchCommand(looked, { path: process.env.PATH, project });
  if (program === undefined) throw new AgentError("not_configured", `agent ${name} has an empty command`);
  const file = denials.file === undefined ? undefined : writeSettings(denials.file);
  const modelArguments = model === undefined ? [] : (profile.modelArguments?.(model) ?? []);
  const command = {
    file: program,
    args: [...args, ...modelArguments, ...(denials.arguments ?? []), ...(file?.arguments ?? [])],
    cwd: workplace.cwd,
    environment: { ...workplace.environment, ...denials.environment, ...file?.environment },
    marker,
    ...(agent.contain === undefined ? {} : { contain: agent.contain }),
  };
  return file === undefined ? { command } : { command, ended: file.remove };
}

/** What is passed on by name, usually keys. */
export function inheritedBy(agent: AgentConfiguration, profile: Profile): Readonly<Record<string, string>> {
  return addedEnvironment({ inherited: process.env, allow: inheritedNames(agent, profile) });
}

function inheritedNames(agent: AgentConfiguration, profile: Profile): readonly string[] {
  return [...profile.inherits, ...(agent.inheritEnv ?? [])];
}
