import { connect } from "node:net";
import { bridgeReady, socketVariable, tokenVariable } from "./bridge-words.ts";

/**
 * What an agent starts as the server `aml-tools`: carries the lines of its standard streams to the runtime that listens on
 * a socket, and ends with either of them. It loads nothing else, since agents wait for it.
 */
function bridge(path: string, token: string): void {
  const socket = connect(path);
  const fail = (why: string): never => {
    process.stderr.write(`aml-tools: ${why}\n`);
    return process.exit(1);
  };
  let answer = "";
  const ready = (chunk: Buffer) => {
    answer += chunk.toString("latin1");
    if (!answer.includes("\n")) return;
    socket.off("data", ready);
    if (answer !== bridgeReady) fail(`the runtime refuses: ${answer.trim()}`);
    socket.pipe(process.stdout);
    process.stdin.pipe(socket);
  };
  socket.on("data", ready);
  socket.on("error", ({ message }) => fail(`the run cannot be reached, or has ended: ${message}`));
  socket.on("close", () => process.exit(0));
  // The agent is gone: nobody reads any more.
  process.stdout.on("error", () => process.exit(0));
  socket.write(`${token}\n`);
}

const path = process.env[socketVariable];
const token = process.env[tokenVariable];
if (path === undefined || token === undefined) {
  process.stderr.write(`aml-tools: ${socketVariable} and ${tokenVariable} are set by the run that starts it\n`);
  process.exitCode = 2;
} else bridge(path, token);
