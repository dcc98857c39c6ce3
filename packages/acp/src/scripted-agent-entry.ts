import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtFile } from "@agent-markup/core";

/** Path of the shipped scripted agent, to be run with node: in this package, or beside the bundled command. */
export function scriptedAgentEntry(): string {
  const bundled = fileURLToPath(new URL("scripted-agent.js", import.meta.url));
  return existsSync(bundled) ? bundled : builtFile(import.meta.url, "scripted-agent/main.js");
}
