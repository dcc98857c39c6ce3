import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtFile, type ToolSet } from "@agent-markup/core";
import type { ToolChoice } from "./filter.ts";
import { type FilterTask, filterVariable } from "./task.ts";

/** A server that is a process. */
export interface CommandServer {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a constraint leaves of a server's tools; null when it leaves all of them. */
export function choiceOf({ allowed, denied }: ToolSet, server: string): ToolChoice | null {
  const prefix = `mcp/${server}/`;
  const ofServer = (names: ReadonlySet<string>) =>
    [...names].filter((tool) => tool.startsWith(prefix)).map((tool) => tool.slice(prefix.length));
  const only = allowed === null || allowed.has(`${prefix}*`) ? null : ofServer(allowed);
  const not = ofServer(denied);
  return only === null && not.length === 0 ? null : { only, not };
}

/** The same server behind a process that lets only these tools through. */
export function filteredServer(
  { name, command, args = [], env = {} }: CommandServer,
  choice: ToolChoice,
): CommandServer {
  const task: FilterTask = { command, args, choice };
  const entry = filterEntry();
  return { name, command: process.execPath, args: [entry], env: { ...env, [filterVariable]: JSON.stringify(task) } };
}

/** In this package, or beside the bundled command. */
function filterEntry(): string {
  const bundled = fileURLToPath(new URL("tool-filter.js", import.meta.url));
  return existsSync(bundled) ? bundled : builtFile(import.meta.url, "main.js");
}
