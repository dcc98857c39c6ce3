import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a command to its end and gives what it printed. Anything but success is a fault of the bench.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
export function run(file, args, cwd = root) {
  const { status, error, stdout, stderr } = spawnSync(file, args, { cwd, encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/**
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
export function node(args, cwd = root) {
  return run(process.execPath, args, cwd);
}

/** What every start-up is compared with. */
export const bareNode = () => node(["-e", "0"]);

/**
 * A program of the bench that needs a process of its own.
 * @param {string} name
 */
export function cold(name) {
  return fileURLToPath(new URL(`cold/${name}.mjs`, import.meta.url));
}
