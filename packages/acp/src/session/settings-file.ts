import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingsFile } from "../profiles/profile.ts";

export interface WrittenSettings {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

/** Writes an agent's settings where only this user can read and change them, for the life of its process. */
export function writeSettings({ name, text, told }: SettingsFile): WrittenSettings {
  const folder = mkdtempSync(join(tmpdir(), "aml-agent-"));
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return {
    arguments: "argument" in told ? [told.argument, path] : [],
    environment: "variable" in told ? { [told.variable]: path } : {},
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
