import { type ChildProcess, spawn } from "node:child_process";
import { fromAgent, fromServer, lineTooLong } from "./filter.ts";
import { linesOf, writeLine } from "./lines.ts";
import { type FilterTask, filterVariable, readTask } from "./task.ts";

/** As long as those of an agent itself. */
const maxLineBytes = 16 * 1024 * 1024;
/** Less than the two seconds after which clients of the protocol kill this process, and could not end the server any more. */
const graceMs = 1_500;

/** Starts the server and stands between it and the agent, until either of them is gone. */
async function filter({ command, args, choice }: FilterTask): Promise<void> {
  const { [filterVariable]: _, ...environment } = process.env;
  const server = spawn(command, args, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  server.on("error", ({ message }) => {
    process.stderr.write(`tool-filter: ${command} was not started: ${message}\n`);
    process.exit(1);
  });
  const closed = new Promise<number>((resolve) => server.on("close", (code) => resolve(code ?? 1)));
  let isSilent = false;

  async function toServer(): Promise<void> {
    for await (const line of linesOf(process.stdin, maxLineBytes)) {
      const passage = line === null ? lineTooLong(maxLineBytes) : fromAgent(line, choice);
      if ("forward" in passage) await writeLine(server.stdin, passage.forward);
      else await writeLine(process.stdout, passage.answer);
    }
    server.stdin.end();
  }
  async function toAgent(): Promise<void> {
    for await (const line of linesOf(server.stdout, maxLineBytes)) {
      isSilent = false;
      if (line !== null) await writeLine(process.stdout, fromServer(line, choice));
      else {
        // Whose answer it was is not known, and an agent would wait for it for ever.
        process.stderr.write(`tool-filter: ${command} said a line of more than ${maxLineBytes} bytes, and is ended\n`);
        return end(server, "SIGTERM");
      }
    }
  }

  // How the server ended is told by its exit.
  server.stdin.on("error", () => {});
  // The agent is gone: nobody reads any more.
  process.stdout.on("error", () => end(server, "SIGTERM"));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(server, signal));
  server.on("exit", () => {
    // What it has started may hold its output open for ever.
    setInterval(() => {
      if (isSilent && process.stdout.writableLength === 0) server.stdout.destroy();
      isSilent = true;
    }, graceMs);
  });
  // Either stream breaks off only when an end of it is gone, which is heard of above.
  toServer().catch(() => {});
  await toAgent().catch(() => {});
  process.exit(await closed);
}

/** A server that ignores the signal is killed; what one that has ended already has said is not waited for any longer. */
function end(server: ChildProcess, signal: NodeJS.Signals): void {
  server.kill(signal);
  setTimeout(() => {
    if (!server.kill("SIGKILL")) process.exit(1);
  }, graceMs);
}

const task = readTask(process.env[filterVariable] ?? "null");
if (task === null) {
  process.stderr.write(`tool-filter: ${filterVariable} is set by the run that starts it\n`);
  process.exitCode = 2;
} else await filter(task);
