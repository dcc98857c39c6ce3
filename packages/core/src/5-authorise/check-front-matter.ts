import { type AgentFile, readAgentFile } from "../3-register/agent-file.ts";
import { readFrontMatter } from "../3-register/front-matter-members.ts";
import { readToolNames } from "../3-register/tool-list.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Place, type Source, sourceFile } from "../text/source-file.ts";
import { checkListedTools } from "./check-listed-tools.ts";

/** What `allowed-tools` of a SKILL.md names; its shape is checked where its package is assigned. */
export async function checkSkillTools(source: Source): Promise<Diagnostic[]> {
  return toolsIn(sourceFile(source), "allowed-tools", false);
}

/** All that can be said about an agent file by itself (agents.md 5). */
export async function checkAgentFile(source: Source, layer: AgentFile["layer"]): Promise<Diagnostic[]> {
  const file = sourceFile(source);
  const { agent, diagnostics } = await readAgentFile(file, layer);
  const named = agent.problem === undefined ? await toolsIn(file, "tools", true) : [];
  return [...diagnostics, ...named];
}

async function toolsIn(source: Place["source"], key: string, mayHoldTags: boolean): Promise<Diagnostic[]> {
  const read = await readFrontMatter(source, mayHoldTags);
  const member = read.outcome === "read" ? read.members.get(key) : undefined;
  return member === undefined ? [] : checkListedTools(readToolNames(member, key).names ?? [], member.at);
}
