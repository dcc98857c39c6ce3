import { fileURLToPath } from "node:url";

/**
 * Path of a file that a child process is started from, beside the given module: in a package's `dist`, or flat beside
 * the bundled command. A module that runs from source finds the built one, since a child has no loader for TypeScript.
 */
export function builtFile(moduleUrl: string, relative: string): string {
  const path = fileURLToPath(new URL(relative, moduleUrl));
  if (!moduleUrl.endsWith(".ts")) return path;
  const source = path.lastIndexOf("/src/");
  return `${path.slice(0, source)}/dist/${path.slice(source + "/src/".length)}`;
}
