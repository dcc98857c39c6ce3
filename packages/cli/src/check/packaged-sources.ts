import {
  assignPackages,
  type CheckSource,
  type Diagnostic,
  type Layer,
  type PackageReference,
  type RunSource,
} from "@agent-markup/core";
import { type LoadedSources, loadSources } from "./load-sources.ts";

export interface PackagedSources {
  /** Shared packages by how near they are; of two definitions of one name the one in a file that was asked for comes last. */
  readonly sources: readonly CheckSource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The loaded sources, each in its package (language.md 4.5). */
export async function packagedSources({
  asked,
  context,
  skills,
}: Pick<LoadedSources, "asked" | "context" | "skills">): Promise<PackagedSources> {
  const ranks = new Map(skills.map(({ folder }, rank) => [folder, rank]));
  const layers = new Map(skills.map(({ folder, layer }) => [folder, layer]));
  const layerOf = (folder: string): Layer => layers.get(folder) ?? "document";
  const sources = [...context, ...asked];
  const assigned = await assignPackages(sources, layerOf);
  const packaged = sources.map(({ file, text }, index): CheckSource => {
    const reference = assigned.packages[index];
    return reference === undefined ? { file, text } : { file, text, package: reference };
  });
  // Of two shared packages the first is nearer.
  const rankOf = ({ folder }: Partial<PackageReference>) => ranks.get(folder ?? "") ?? skills.length;
  const ordered = [...packaged].sort((a, b) => rankOf(a.package ?? {}) - rankOf(b.package ?? {}));
  return { sources: ordered, diagnostics: assigned.diagnostics };
}

/** A document to run or plan with the definitions that a check of it would see. */
export async function runSource(file: string, text: string, project: string): Promise<RunSource> {
  const loaded = loadSources({ paths: [file], project });
  const [asked] = loaded.asked;
  if (asked === undefined) return { file, text };
  const { sources } = await packagedSources({ ...loaded, asked: [{ ...asked, text }] });
  const own = sources.find((source) => source.file === asked.file);
  const definitions = sources.filter((source) => source.file !== asked.file);
  return { ...own, file, text, ...(definitions.length === 0 ? {} : { definitions }) };
}
