import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { filteredServer } from "./filtered-server.ts";

/** The process that filters, in front of a server that is this script. */
function filtering(script: string) {
  const choice = { only: ["log"], not: [] };
  const server = filteredServer({ name: "notes", command: process.execPath, args: ["-e", script] }, choice);
  const child = spawn(server.command, server.args ?? [], { env: { ...server.env }, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const stderr = text(child.stderr);
  const ended = once(child, "close").then(async ([code, signal]) => ({ code, signal, stderr: await stderr }));
  return { child, ended };
}

const mib = 1024 * 1024;
/** Goes on until it is told otherwise. */
const staying = "setInterval(() => {}, 1_000_000);";

test("the last answer of a server that ends arrives whole", async () => {
  const { child, ended } = filtering(`process.stdout.write("x".repeat(${3 * mib}) + "\\n"); process.exitCode = 3;`);
  expect(await text(child.stdout)).toHaveLength(3 * mib + 1);
  expect(await ended).toEqual({ code: 3, signal: null, stderr: "" });
});

test("a server whose agent reads no more is ended, without a word", async () => {
  const { child, ended } = filtering(`setInterval(() => process.stdout.write("line\\n"), 1);`);
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect(await ended).toEqual({ code: 1, signal: null, stderr: "" });
});

test("a server that ignores the signal is killed", async () => {
  const { child, ended } = filtering(`process.on("SIGTERM", () => {}); process.stdout.write("ready\\n"); ${staying}`);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 1, signal: null, stderr: "" });
});

test("what a server has started does not keep its agent waiting", async () => {
  const { child, ended } = filtering(`
    const options = { detached: true, stdio: ["ignore", "inherit", "ignore"] };
    const left = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(staying)}], options);
    process.stdout.write(left.pid + "\\n", () => process.exit(0));
  `);
  const [pid] = await once(child.stdout, "data");
  onTestFinished(() => void process.kill(Number(String(pid))));
  expect(await ended).toEqual({ code: 0, signal: null, stderr: "" });
});

test("a line of the agent that is too long is answered, and the next one goes on", async () => {
  const { child, ended } = filtering("process.stdin.pipe(process.stdout);");
  child.stdin.end(`${"x".repeat(16 * mib + 1)}\n{"jsonrpc":"2.0","method":"next"}\n`);
  const message = "a message may have 16777216 bytes";
  expect(
    (await text(child.stdout))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { jsonrpc: "2.0", id: null, error: { code: -32600, message } },
    { jsonrpc: "2.0", method: "next" },
  ]);
  expect(await ended).toMatchObject({ code: 0 });
});

test("a server that says a line that is too long is ended, and the agent is told why", async () => {
  const { child, ended } = filtering(`process.stdout.write("x".repeat(${16 * mib + 1})); ${staying}`);
  expect(await text(child.stdout)).toBe("");
  expect(await ended).toEqual({
    code: 1,
    signal: null,
    stderr: `tool-filter: ${process.execPath} said a line of more than 16777216 bytes, and is ended\n`,
  });
});
