import { type CheckResult, checkDocuments, type Diagnostic, readParams } from "@agent-markup/core";
import type { Problem } from "../terminal/documents-at.ts";
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
  { asked, context, shared, defaults, problems }: LoadedSources,
  options: { readonly resolve: boolean },
): Promise<Checked> {
  const packaged = await packagedSources({ asked, context, shared });
  const sources = [...context, ...asked];
  const params = await Promise.all(sources.map(readParams));
  const found = [...packaged.diagnostics, ...params.flatMap((declared) => declared?.diagnostics ?? [])];
  const result = checkDocuments(packaged.sources, { ...options, found, defaults });
  const byFile = new Map<string, Diagnostic[]>(asked.map(({ file }) => [file, []]));
  for (const diagnostic of result.diagnostics) byFile.get(diagnostic.file)?.push(diagnostic);
  const files = asked.map(({ file, text }) => ({ file, text, diagnostics: byFile.get(file) ?? [] }));
  return { files, problems, result };
}
