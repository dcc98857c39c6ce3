import { Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { linesOf, writeLine } from "./lines.ts";

test("a stream is read no faster than its lines are taken", async () => {
  let read = 0;
  const stream = new Readable({
    highWaterMark: 16,
    read() {
      read += 1;
      this.push(read > 1_000 ? null : "0123456789abcde\n");
    },
  });
  const lines = linesOf(stream, 100);
  expect(await lines.next()).toEqual({ done: false, value: "0123456789abcde" });
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(read).toBeLessThan(10);
  let rest = 0;
  for await (const _ of lines) rest += 1;
  expect(rest).toBe(999);
});

test("lines come whole and in order, one that is too long as none, and the last without its end", async () => {
  const lines = linesOf(Readable.from([Buffer.from("a\nbb"), Buffer.from("b\ncccc\nd")]), 3);
  const all: (string | null)[] = [];
  for await (const line of lines) all.push(line);
  expect(all).toEqual(["a", "bbb", null, "d"]);
});

test("a line is written when it was taken, and not when it was only kept", async () => {
  const taking: (() => void)[] = [];
  const stream = new Writable({ write: (_chunk, _encoding, taken) => void taking.push(taken) });
  let isWritten = false;
  const writing = writeLine(stream, "a").then(() => {
    isWritten = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isWritten).toBe(false);
  taking[0]?.();
  await writing;
});
