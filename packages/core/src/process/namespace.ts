import { execFile } from "node:child_process";
import { errorCode } from "./error-code.ts";
import type { Command, SpawnError } from "./spawn.ts";

export type Namespaced =
  | { readonly ok: true; readonly file: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly error: SpawnError };

/**
 * What runs a command in a PID namespace of its own: when it ends, or is killed, the system ends all that it started,
 * whatever they did to their session and environment (agents.md 6). Tried before it is relied on.
 */
export async function inNamespace(command: Command): Promise<Namespaced> {
  if (process.platform !== "linux") return refused(command, "only Linux has PID namespaces");
  const reasons: string[] = [];
  for (const flags of waysIn()) {
    const trial = await tryOut(flags, command);
    if (trial === "missing") {
      const message = `${command.file} was not found or may not be executed: is it installed, and on the PATH?`;
      return { ok: false, error: { code: "not-found", message } };
    }
    if (trial === "works")
      return { ok: true, file: "unshare", args: [...flags, "sh", "-c", init, "sh", command.file, ...command.args] };
    reasons.push(trial.reason);
  }
  return refused(command, reasons.join("; "));
}

/**
 * The first process of a namespace gets no signal that it does not handle, and has to reap what others leave: a shell
 * is one, so that the command itself may live and die as anywhere. It waits, for the command is not its last; `exec`, since
 * what is run is a program, whatever else the shell knows by that name.
 */
const init = '(exec "$@"); exit $?';

/** Whether a process is the first of its namespace, then whether the command can be found from there. */
const trialScript = `test $$ = 1 || exit 2
case $1 in
  */*) test -f "$1" && test -x "$1" ;;
  *) command -v -- "$1" > /dev/null ;;
esac || exit 3`;

const trialMs = 10_000;

/** Root needs no user namespace, in which it could not write to files of others; anybody else keeps the own user id. */
function waysIn(): readonly (readonly string[])[] {
  const namespace = ["--pid", "--fork", "--kill-child", "--mount-proc", "--"];
  const asUser = ["--user", "--map-current-user", ...namespace];
  return process.getuid?.() === 0 ? [namespace, asUser] : [asUser];
}

type Trial = "works" | "missing" | { readonly reason: string };

function tryOut(flags: readonly string[], { file, cwd, environment: env }: Command): Promise<Trial> {
  return new Promise((resolve) => {
    const args = [...flags, "sh", "-c", trialScript, "sh", file];
    execFile("unshare", args, { cwd, env, timeout: trialMs, killSignal: "SIGKILL" }, (error, _stdout, stderr) => {
      if (error === null) resolve("works");
      else if (error.code === 3) resolve("missing");
      else resolve({ reason: reasonOf(error, stderr) });
    });
  });
}

function reasonOf(error: Error & { readonly killed?: boolean }, stderr: string): string {
  if (errorCode(error) === "ENOENT") return "unshare (of util-linux) was not found";
  if (error.killed === true) return `unshare did not come to an end within ${trialMs} ms`;
  return stderr.trim() === "" ? error.message : stderr.trim();
}

function refused({ file }: Command, reason: string): Namespaced {
  const message = `${file} was not started: it cannot have a PID namespace of its own here (contain: "namespace"): ${reason}`;
  return { ok: false, error: { code: "not-contained", message } };
}
