import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../transport/message.ts";

/** The folder of the innermost npm package around a file. */
const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/.][^\\/]*(?=[\\/])/;

/** The version of the npm package that a program belongs to, read from its files; null for a program of another kind. */
export function packageVersion(program: string): string | null {
  try {
    const folder = packageFolder.exec(realpathSync(program))?.[0];
    if (folder === undefined) return null;
    const parsed: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(parsed) && typeof parsed.version === "string" ? parsed.version : null;
  } catch {
    return null; // A package that cannot be read says nothing of itself; the program may run all the same.
  }
}
