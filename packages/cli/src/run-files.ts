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

/** What a run left beside the state. */
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
