import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

/**
 * Installs the peers when they are not there yet; false, with the reason on stderr, where that is not possible. Rows that
 * need them are then left without a peer.
 */
export function peersAreInstalled() {
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return true;
  process.stderr.write("bench: installing the peers (mermaid, LangGraph.js) ...\n");
  const { status, stderr } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, encoding: "utf8" });
  if (status === 0) return true;
  process.stderr.write(`bench: the peers could not be installed, their rows stay without them: ${stderr.trim()}\n`);
  return false;
}
