import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { TrustLevel } from "@agent-markup/core";
import { UsageError } from "./exit.ts";
import type { Project } from "./project.ts";

export interface TrustRequest {
  /** `--trust`, if given: wins over everything. */
  readonly level: TrustLevel | undefined;
  /** The document, or null for standard input, which is semi-trusted at most. */
  readonly file: string | null;
  readonly project: Project;
  /** Asks the person at the terminal; null when there is none. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
}

/** How far the document is trusted (language.md 7.5). Throws a UsageError that says how to decide when nobody has. */
export async function decideTrust({ level, file, project, ask }: TrustRequest): Promise<TrustLevel> {
  if (level !== undefined) return level;
  if (file === null)
    throw new UsageError(
      "a document from standard input needs a trust level",
      "give --trust semi-trusted or untrusted",
    );
  const path = realpathSync(file);
  if (isShippedExample(path, project)) return "trusted";
  if (isInside(path, project.root)) {
    if (isTrusted(project)) return "trusted";
    if (ask !== null && (await ask(`Trust ${project.root}? Its documents can then run commands on this machine.`))) {
      rememberTrust(project);
      return "trusted";
    }
  }
  throw new UsageError(
    isInside(path, project.root)
      ? `nobody has trusted the project ${project.root}`
      : `${file} is outside the project ${project.root}`,
    "read the document (aml plan FILE shows what would run), then give --trust trusted for this run, or aml trust once for the project",
  );
}

/** Records that a person trusts this project with its present configuration. */
export function rememberTrust(project: Project): void {
  const file = trustFile();
  const projects = {
    ...readTrust(file),
    [project.root]: { configuration: configurationHash(project), at: new Date().toISOString() },
  };
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

/** Whether a person has trusted this project, and its configuration is still the one they saw. */
export function isTrusted(project: Project): boolean {
  const entry = readTrust(trustFile())[project.root];
  return entry !== undefined && entry.configuration === configurationHash(project);
}

interface TrustEntry {
  readonly configuration: string;
  readonly at: string;
}

function trustFile(): string {
  const home = process.env.XDG_CONFIG_HOME ?? "";
  return join(home === "" ? join(homedir(), ".config") : home, "aml", "trust.json");
}

function readTrust(file: string): Record<string, TrustEntry> {
  if (!existsSync(file)) return {};
  const entries: Record<string, TrustEntry> = {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      "mend or remove it",
    );
  }
  const projects = typeof parsed === "object" && parsed !== null && "projects" in parsed ? parsed.projects : {};
  for (const [path, value] of Object.entries(typeof projects === "object" && projects !== null ? projects : {})) {
    if (typeof value !== "object" || value === null) continue;
    const { configuration, at } = { configuration: "", at: "", ...value };
    if (typeof configuration === "string" && typeof at === "string") entries[path] = { configuration, at };
  }
  return entries;
}

/** Trust was given to what the configuration says, so that another configuration is asked about again. */
function configurationHash(project: Project): string {
  const hash = createHash("sha256");
  for (const name of ["aml.config.json", ".mcp.json"]) {
    const file = join(project.root, name);
    hash
      .update(`${name}\n`)
      .update(existsSync(file) ? readFileSync(file) : "")
      .update("\n");
  }
  return hash.digest("hex");
}

/** The examples of a clone are trusted by its own `./aml`, in the clone's own project only. */
function isShippedExample(path: string, project: Project): boolean {
  const clone = resolve(fileURLToPath(new URL("../../..", import.meta.url)));
  return project.root === clone && existsSync(join(clone, "examples")) && isInside(path, join(clone, "examples"));
}

function isInside(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== "" && steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}
