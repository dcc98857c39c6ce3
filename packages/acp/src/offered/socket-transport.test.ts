import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { socketTransport } from "./socket-transport.ts";

/** Both ends of a connection. */
async function connection(): Promise<{ ours: Socket; theirs: Socket }> {
  const folder = mkdtempSync("/tmp/aml-");
  const server = createServer({ pauseOnConnect: true }).listen(join(folder, "s"));
  await once(server, "listening");
  const theirs = connect(join(folder, "s"));
  const [ours]: Socket[] = await once(server, "connection");
  if (ours === undefined) throw new Error("nobody connected");
  onTestFinished(() => {
    ours.destroy();
    theirs.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { ours, theirs };
}

const mib = 1024 * 1024;

test("reads no more of one who asks faster than the answers are taken, and loses nothing", async () => {
  const { ours, theirs } = await connection();
  const transport = socketTransport(ours);
  const requests = 60;
  let mostWaiting = 0;
  const answer = "x".repeat(mib);
  transport.onmessage = (message) => {
    if (!("id" in message) || message.id === undefined) return;
    void transport.send({ jsonrpc: "2.0", id: message.id, result: { answer } });
    mostWaiting = Math.max(mostWaiting, ours.writableLength);
  };
  await transport.start();
  // As long as what a socket is read by at once, so that few come together.
  const params = { text: "x".repeat(64 * 1024) };
  for (let id = 1; id <= requests; id++)
    theirs.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params })}\n`);
  let answers = 0;
  for await (const chunk of theirs) {
    answers += String(chunk).split("\n").length - 1;
    if (answers === requests) break;
  }
  expect(answers).toBe(requests);
  expect(mostWaiting).toBeLessThan(4 * mib);
});

test("tells of a socket that was closed before anybody listened", async () => {
  const { ours, theirs } = await connection();
  theirs.destroy();
  ours.destroy();
  await once(ours, "close");
  const transport = socketTransport(ours);
  let closed = 0;
  transport.onclose = () => void closed++;
  await transport.start();
  expect(closed).toBe(1);
});
