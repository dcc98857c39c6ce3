import { readdirSync, readFileSync } from "node:fs";

/** Nothing is there that a program of this user could read, and so the agent cannot either. */
const absent: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "EISDIR"]);

/** What became of reading: `unreadable` is there, and the agent may be able to read it. */
export type Reading<Value> = { readonly value: Value } | "missing" | "unreadable";

/** The text of a file of settings. */
export function settingsText(file: string): Reading<string> {
  return reading(() => readFileSync(file, "utf8"));
}

/** The names in a folder of settings. */
export function settingsNames(folder: string): Reading<readonly string[]> {
  return reading(() => readdirSync(folder));
}

function reading<Value>(read: () => Value): Reading<Value> {
  try {
    return { value: read() };
  } catch (error) {
    return error instanceof Error && "code" in error && absent.has(error.code) ? "missing" : "unreadable";
  }
}
