import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Folders with agents beside those on PATH, as PATH has them: programs are looked up in each and in its node_modules. */
const variable = "AML_REAL_AGENTS";

/** The program of an agent that is installed here; these tests never install one. */
export function installed(program: string): string | undefined {
  const named = foldersIn(process.env[variable]).flatMap((folder) => [folder, join(folder, "node_modules", ".bin")]);
  const candidates = [...named, ...foldersIn(process.env.PATH)].map((folder) => join(folder, program));
  return candidates.find(isProgram);
}

/** Why an agent cannot be tested here; undefined when it can. */
export function obstacle(program: string): string | undefined {
  if (spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status !== 0) {
    return "there are no network namespaces for this user";
  }
  return installed(program) === undefined ? `${program} is neither on PATH nor in a folder of ${variable}` : undefined;
}

function foldersIn(list: string | undefined): readonly string[] {
  return (list ?? "").split(delimiter).filter((folder) => folder !== "");
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
