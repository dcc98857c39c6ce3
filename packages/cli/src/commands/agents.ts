import { agentList } from "../agents/agent-list.ts";
import { describedAgents } from "../agents/described-agents.ts";
import { probeEach } from "../agents/probe-each.ts";
import { type Survey, type SurveyedAgent, survey } from "../agents/survey.ts";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";

export interface AgentsFlags {
  /** True for every agent that can be started, or the name of one. */
  readonly probe?: string | true;
  readonly json?: boolean;
}

/**
 * `aml agents`: the configured agents and the known ones, and what was found of them on this machine; with `--probe`, what
 * they say of themselves. Exit code 1 when one that was probed is not ready to be prompted, 130 when a signal ended the probes.
 */
export async function agents({ probe, json }: AgentsFlags, output: Output): Promise<ExitCode> {
  const harness = await import("@agent-markup/acp");
  const project = findProject(process.cwd());
  const found = survey(project, harness);
  const asked = probe === undefined ? [] : chosen(found, probe);
  const probed = await probeEach(asked, found, harness.probeAgent, output);
  const files = await describedAgents(project, found.isTrusted);
  const listed = found.agents.map((entry) => probed.get(entry) ?? entry);
  if (json === true) output.result(JSON.stringify({ version: 1, trusted: found.isTrusted, agents: listed, files }));
  else output.result(agentList(listed, files, output.colors));
  const isReady = asked.every((entry) => probed.get(entry)?.probe?.state === "ready");
  return isReady ? exitCode.done : exitCode.failed;
}

function chosen({ agents: listed, startable }: Survey, probe: string | true): readonly SurveyedAgent[] {
  if (probe === true) return [...startable.keys()];
  const entry = listed.find(({ name }) => name === probe);
  if (entry !== undefined) return [entry];
  throw new UsageError(`there is no agent "${probe}"`, `there are: ${listed.map(({ name }) => name).join(", ")}`);
}
