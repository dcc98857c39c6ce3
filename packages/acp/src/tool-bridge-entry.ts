import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtFile } from "@agent-markup/core";

/** Path of the process that agents start to reach the runtime's tools: in this package, or beside the bundled command. */
export function toolBridgeEntry(): string {
  const bundled = fileURLToPath(new URL("tool-bridge.js", import.meta.url));
  return existsSync(bundled) ? bundled : builtFile(import.meta.url, "offered/bridge.js");
}
