import { applyFixes, type Diagnostic, type PlacedSource } from "@agent-markup/core";
import { UsageError } from "../exit.ts";
import type { Problem } from "../terminal/documents-at.ts";
import { replaceDocument } from "../terminal/replace-document.ts";
import { type Checked, checkSources } from "./check-sources.ts";
import type { LoadedSources } from "./load-sources.ts";

export interface Fixed {
  /** The check of the texts as they are on disk afterwards. */
  readonly checked: Checked;
  /** What was fixed, each at its place in the text that it was found in. */
  readonly fixed: readonly Diagnostic[];
  /** Whether a further round would have changed something still. */
  readonly isStable: boolean;
  /** What is on disk now. */
  readonly sources: LoadedSources;
}

/** Fixes that make way for others need a few rounds; more than these go in circles. */
const mostRounds = 10;

/** Applies the safe fixes until none is left, then writes each changed file at once (DESIGN.md 6). */
export async function fixSources(loaded: LoadedSources, options: { readonly resolve: boolean }): Promise<Fixed> {
  let fixed: readonly Diagnostic[] = [];
  let sources = loaded.asked;
  let checked = await checkSources(loaded, options);
  let isStable = false;
  for (let round = 0; round < mostRounds; round++) {
    const { texts, applied } = applyFixes(textsOf(sources), diagnosticsOf(checked));
    isStable = texts.size === 0;
    if (isStable) break;
    fixed = [...fixed, ...applied];
    sources = sources.map((source) => ({ ...source, text: texts.get(source.file) ?? source.text }));
    checked = await checkSources({ ...loaded, asked: sources }, options);
  }
  const problems = write(loaded.asked, sources);
  const failed = new Set(problems.map(({ file }) => file));
  const asked = sources.map((source, index) => (failed.has(source.file) ? (loaded.asked[index] ?? source) : source));
  const onDisk = { ...loaded, asked };
  if (problems.length === 0) return { checked, fixed, isStable, sources: onDisk };
  return {
    checked: await checkSources({ ...onDisk, problems: [...loaded.problems, ...problems] }, options),
    fixed: fixed.filter(({ file }) => !failed.has(file)),
    isStable,
    sources: onDisk,
  };
}

function write(before: readonly PlacedSource[], after: readonly PlacedSource[]): Problem[] {
  const problems: Problem[] = [];
  for (const [index, { file, text }] of after.entries()) {
    const old = before[index]?.text ?? text;
    if (old === text) continue;
    try {
      replaceDocument(file, old, text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push({ file, message: error.message });
    }
  }
  return problems;
}

function textsOf(sources: readonly PlacedSource[]): Map<string, string> {
  return new Map(sources.map(({ file, text }) => [file, text]));
}

function diagnosticsOf({ files }: Checked): Diagnostic[] {
  return files.flatMap(({ diagnostics }) => diagnostics);
}
