import { execFileSync } from "node:child_process";

/** Subprocess tests run what users run: the built command. Building is quick and does nothing when all is current. */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/set-up.mjs", "--tests"], { stdio: "inherit" });
}
