import type { Offered, Probe } from "@agent-markup/acp";
import { printable, printableLine } from "@agent-markup/core";
import type { Output } from "../terminal/output.ts";
import type { DescribedAgent } from "./described-agents.ts";
import type { SurveyedAgent } from "./survey.ts";

type Colors = Output["colors"];

/** The agents for a person: what is configured, what files describe, what else is known, and what probes told. */
export function agentList(agents: readonly SurveyedAgent[], files: readonly DescribedAgent[], colors: Colors): string {
  const configured = agents.filter(({ source }) => source === "configuration");
  const known = agents.filter(({ source }) => source === "profile");
  const here = known.filter(({ problem }) => problem === null);
  const missing = known.filter(({ problem }) => problem !== null).map(({ name }) => name);
  return [
    section("configured", configured, colors, 'none: add one to "agents" in aml.config.json'),
    files.length === 0
      ? ""
      : [colors.bold("described by files"), ...files.flatMap((file) => fileLines(file, colors))].join("\n"),
    section("found on this machine, not configured", here, colors, "none"),
    missing.length === 0 ? "" : `${colors.bold("known, and not found here")}\n  ${missing.join(", ")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(title: string, agents: readonly SurveyedAgent[], colors: Colors, none: string): string {
  const lines = agents.length === 0 ? [`  ${colors.dim(none)}`] : agents.flatMap((agent) => linesOf(agent, colors));
  return [colors.bold(title), ...lines].join("\n");
}

function linesOf(agent: SurveyedAgent, colors: Colors): string[] {
  const { name, profile, program, via, version, model, mode, problem, probe } = agent;
  const facts = [
    profile === name ? "" : `profile ${profile}`,
    program === null ? "" : `${printableLine(program, 200)}${via === "npx" ? " (npx)" : ""}`,
    version === null ? "" : `version ${printableLine(version, 40)}`,
    model === null ? "" : `model ${printableLine(model, 60)}`,
    mode === null ? "" : `mode ${printableLine(mode, 60)}`,
  ].filter((fact) => fact !== "");
  const head = `  ${printable(name)}  ${colors.dim(facts.join("  "))}`;
  const trouble = problem === null ? [] : [`    ${colors.yellow(printableLine(problem, 500))}`];
  return [head, ...trouble, ...(probe === null ? [] : probeLines(probe, colors))];
}

function fileLines(agent: DescribedAgent, colors: Colors): string[] {
  const { name, file, description, model, tools, runsOn, hides, problem } = agent;
  const facts = [
    printableLine(file, 200),
    model === null ? "" : `model ${printableLine(model, 60)}`,
    tools === null ? "" : `tools ${printableLine(tools.join(", "), 120) || "none"}`,
    runsOn === null || runsOn === name ? "" : `runs on ${printableLine(runsOn, 60)}`,
  ].filter((fact) => fact !== "");
  return [
    `  ${printable(name)}  ${colors.dim(facts.join("  "))}`,
    description === "" ? "" : `    ${printableLine(description, 100)}`,
    hides.length === 0 ? "" : `    ${colors.yellow(`hides ${printableLine(hides.join(", "), 300)}`)}`,
    problem === null ? "" : `    ${colors.yellow(printableLine(problem, 500))}`,
  ].filter((line) => line !== "");
}

function probeLines(probe: Probe, colors: Colors): string[] {
  const { state, problem, version, modes, models, initializeMs, sessionMs, survivors } = probe;
  const times = [
    initializeMs === null ? "" : `handshake ${initializeMs} ms`,
    sessionMs === null ? "" : `session ${sessionMs} ms`,
  ].filter((time) => time !== "");
  const said = {
    ready: colors.green("ready"),
    needs_login: colors.yellow("needs a log-in"),
    failed: colors.red("failed"),
  };
  return [
    `    ${said[state]}${times.length === 0 ? "" : colors.dim(`  ${times.join(", ")}`)}`,
    problem === null ? "" : `    ${printableLine(problem, 1000)}`,
    version === null ? "" : `    it says version ${printableLine(version, 40)}`,
    modes === null ? "" : `    modes: ${offered(modes)}`,
    models === null ? "" : `    models: ${offered(models)}`,
    survivors.length === 0 ? "" : `    processes that could not be ended: ${survivors.join(", ")}`,
  ].filter((line) => line !== "");
}

function offered({ current, available }: Offered): string {
  const shown = available.slice(0, 20).map((name) => printableLine(name, 60));
  const more = available.length > shown.length ? ` and ${available.length - shown.length} more` : "";
  return `${shown.join(", ")}${more}${current === null ? "" : ` (now ${printableLine(current, 60)})`}`;
}
