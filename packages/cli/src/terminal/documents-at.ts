import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../exit.ts";

const documents = /\.(md|mdx|aml|mmd)$/;
const skipped = new Set(["node_modules", ".git", ".aml", "dist", "coverage"]);

/** The files that paths name, and the documents in the folders among them, in a stable order. */
export function documentsAt(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => filesAt(path)))];
}

function filesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`${path}: no such file or folder`);
  return stats.isDirectory() ? filesIn(path) : [path];
}

/** Links are not followed, so that a folder which holds itself ends. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === "." ? entry.name : join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path);
      return entry.isFile() && documents.test(entry.name) ? [path] : [];
    });
}
