import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fromAgent, fromServer } from "./filter.ts";
import { type FilterTask, filterVariable, readTask } from "./task.ts";

/** Starts the server and stands between it and the agent, until either of them is gone. */
function filter({ command, args, choice }: FilterTask): void {
  const { [filterVariable]: _, ...environment } = process.env;
  const server = spawn(command, args, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  server.on("error", ({ message }) => {
    process.stderr.write(`tool-filter: ${command} was not started: ${message}\n`);
    process.exit(1);
  });
  server.on("exit", (code) => process.exit(code ?? 1));
  // How it ended is told by its exit.
  server.stdin.on("error", () => {});
  createInterface({ input: server.stdout }).on("line", (line) => process.stdout.write(`${fromServer(line, choice)}\n`));
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const passage = fromAgent(line, choice);
      if ("forward" in passage) server.stdin.write(`${passage.forward}\n`);
      else process.stdout.write(`${passage.answer}\n`);
    })
    .on("close", () => server.stdin.end());
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => server.kill(signal));
}

const task = readTask(process.env[filterVariable] ?? "null");
if (task === null) {
  process.stderr.write(`tool-filter: ${filterVariable} is set by the run that starts it\n`);
  process.exitCode = 2;
} else filter(task);
