import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AgentError } from "@agent-markup/core";
import { temporaryFolder } from "../launch/temporary-folder.ts";
import type { SettingsFile } from "../profiles/profile.ts";

export interface WrittenSettings {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

/**
 * Writes an agent's settings where only this user can read and change them, for the life of its process. Throws an
 * `AgentError` where they cannot be written: the agent is not started without them.
 */
export function writeSettings({ name, text, told }: SettingsFile): WrittenSettings {
  const folder = temporaryFolder("aml-agent-");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, name);
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    remove();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AgentError("not_started", `the agent's settings cannot be written: ${reason}`, { cause });
  }
  return {
    arguments: "argument" in told ? [told.argument, path] : [],
    environment: "variable" in told ? { [told.variable]: path } : {},
    remove,
  };
}
