import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./project.ts";

/** Where the files of runs lie beside the state (DESIGN.md 6). */
export function transcriptFolder({ root }: Project): string {
  return join(root, ".aml", "transcripts");
}

/** What a detached run prints. */
export function logFile({ root }: Project, run: string): string {
  return join(root, ".aml", "logs", `${run}.log`);
}

/** Transcripts of a run, relative to the project, in the order of their names. */
export function transcriptsOf(project: Project, run: string): string[] {
  return namesIn(join(transcriptFolder(project), run))
    .sort()
    .map((name) => [".aml", "transcripts", run, name].join("/"));
}

/** Ids of all runs that left files, whether the state still knows them or not. */
export function runsWithFiles(project: Project): string[] {
  const logs = namesIn(join(project.root, ".aml", "logs")).map((name) => name.replace(/\.log$/, ""));
  return [...new Set([...namesIn(transcriptFolder(project)), ...logs])];
}

export function removeFilesOf(project: Project, run: string): void {
  rmSync(join(transcriptFolder(project), run), { recursive: true, force: true });
  rmSync(join(project.root, ".aml", "tmp", run), { recursive: true, force: true });
  rmSync(logFile(project, run), { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
