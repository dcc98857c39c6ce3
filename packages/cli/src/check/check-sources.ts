import {
  assignPackages,
  type CheckResult,
  type CheckSource,
  checkDocuments,
  type Diagnostic,
  type Layer,
  type PackageReference,
  readParams,
} from "@agent-markup/core";
import type { Problem } from "../terminal/documents-at.ts";
import type { LoadedSources } from "./load-sources.ts";

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
  { asked, context, skills, problems }: LoadedSources,
  options: { readonly resolve: boolean },
): Promise<Checked> {
  const ranks = new Map(skills.map(({ folder }, rank) => [folder, rank]));
  const layers = new Map(skills.map(({ folder, layer }) => [folder, layer]));
  const layerOf = (folder: string): Layer => layers.get(folder) ?? "document";
  // Of two definitions of one name the second is reported: the one in a file that was asked for.
  const sources = [...context, ...asked];
  const assigned = await assignPackages(sources, layerOf);
  const packaged = sources.map(({ file, text }, index): CheckSource => {
    const reference = assigned.packages[index];
    return reference === undefined ? { file, text } : { file, text, package: reference };
  });
  // Of two shared packages the first is nearer.
  const rankOf = ({ folder }: Partial<PackageReference>) => ranks.get(folder ?? "") ?? skills.length;
  const ordered = [...packaged].sort((a, b) => rankOf(a.package ?? {}) - rankOf(b.package ?? {}));
  const params = await Promise.all(sources.map(readParams));
  const found = [...assigned.diagnostics, ...params.flatMap((declared) => declared?.diagnostics ?? [])];
  const result = checkDocuments(ordered, { ...options, found });
  const byFile = new Map<string, Diagnostic[]>(asked.map(({ file }) => [file, []]));
  for (const diagnostic of result.diagnostics) byFile.get(diagnostic.file)?.push(diagnostic);
  const files = asked.map(({ file, text }) => ({ file, text, diagnostics: byFile.get(file) ?? [] }));
  return { files, problems, result };
}
