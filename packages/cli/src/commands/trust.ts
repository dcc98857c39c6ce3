import { statSync } from "node:fs";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";
import { rememberTrust } from "../trust.ts";

/** `aml trust [PATH]`: remember that a person trusts the project that PATH belongs to. */
export function trust(path: string, output: Output): ExitCode {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${path} is not a folder`);
  const project = findProject(path);
  rememberTrust(project);
  output.result(
    `trusted: ${project.root}\nIts documents may run commands here. You are asked again when aml.config.json or .mcp.json changes.`,
  );
  return exitCode.done;
}
