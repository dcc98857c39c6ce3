import { basename, resolve } from "node:path";
import {
  type CheckResult,
  checkAgentFile,
  checkDocuments,
  checkSkillTools,
  type Diagnostic,
  type PlacedSource,
  readParams,
} from "@agent-markup/core";
import type { Problem } from "../terminal/documents-at.ts";
import { agentFilesIn, isAgentFile } from "./agent-files.ts";
import type { LoadedSources } from "./load-sources.ts";
import { packagedSources } from "./packaged-sources.ts";

export interface CheckedFile {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Checked {
  /** The files asked for, in their order. */
  readonly files: readonly CheckedFile[];
  readonly problems: readonly Problem[];
  /** Of all sources, those read for their definitions included. */
  readonly result: CheckResult;
}

/** Checks the loaded sources as one project: each in its package, with the packages that it sees (language.md 4.5). */
export async function checkSources(
  { asked, context, shared, agents, defaults, problems }: LoadedSources,
  options: { readonly resolve: boolean },
): Promise<Checked> {
  const packaged = await packagedSources({ asked, context, shared });
  const sources = [...context, ...asked];
  const params = await Promise.all(sources.map(readParams));
  const described = await Promise.all(asked.map(frontMatterOf));
  const files = await agentFilesIn(agents);
  const found = [
    ...packaged.diagnostics,
    ...params.flatMap((declared) => declared?.diagnostics ?? []),
    ...described.flat(),
  ];
  const known = new Map(files.map((agent) => [agent.name, agent]));
  const result = checkDocuments(packaged.sources, { ...options, found, defaults, agents: known });
  const byFile = new Map<string, Diagnostic[]>(asked.map(({ file }) => [file, []]));
  for (const diagnostic of result.diagnostics) byFile.get(diagnostic.file)?.push(diagnostic);
  const checked = asked.map(({ file, text }) => ({ file, text, diagnostics: byFile.get(file) ?? [] }));
  return { files: checked, problems, result };
}

/** What is to be said about the front matter of an agent file or a skill, beside the name of its package. */
async function frontMatterOf(source: PlacedSource): Promise<readonly Diagnostic[]> {
  if (isAgentFile(resolve(source.file))) return checkAgentFile(source, "project");
  return basename(source.path) === "SKILL.md" ? checkSkillTools(source) : [];
}
