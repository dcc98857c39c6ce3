import type { TranscriptLine } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { lineLog } from "./line-log.ts";

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

function logOf(maxBytes: number) {
  const batches: (readonly TranscriptLine[])[] = [];
  const failed = (error: unknown) => {
    throw error;
  };
  const redact = (text: string) => text.replaceAll("secret", "[redacted]");
  return { batches, log: lineLog({ write: (lines) => batches.push(lines), redact, failed, maxBytes }) };
}

describe("the line log", () => {
  it("writes the lines of a tick at once, without secrets", async () => {
    const { log, batches } = logOf(1_000);
    log.add("sent", "a secret");
    log.add("received", "b");
    expect(batches).toEqual([]);
    await nextTick();
    log.add("stderr", "c");
    await nextTick();
    expect(batches).toEqual([
      [
        { direction: "sent", text: "a [redacted]" },
        { direction: "received", text: "b" },
      ],
      [{ direction: "stderr", text: "c" }],
    ]);
  });

  it("leaves out what is too much, whole lines, and notes once where that begins", () => {
    const { log, batches } = logOf(6);
    // Bytes: three, two for the umlaut and one, which is all there may be.
    for (const text of ["one", "ü!", "x", "y"]) log.add("received", text);
    log.flush();
    expect(batches).toEqual([
      [
        { direction: "received", text: "one" },
        { direction: "received", text: "ü!" },
        { direction: "note", text: "the rest is left out: more than 6 bytes were exchanged" },
      ],
    ]);
  });

  it("tells when it cannot be written, instead of throwing where nobody can catch", async () => {
    const failures: unknown[] = [];
    const full = new Error("disk full");
    const log = lineLog({
      write: () => {
        throw full;
      },
      redact: (text) => text,
      failed: (error) => failures.push(error),
      maxBytes: 1_000,
    });
    log.add("sent", "a");
    await nextTick();
    await nextTick();
    expect(failures).toEqual([full]);
  });
});
