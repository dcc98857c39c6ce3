import { describe, expect, test } from "vitest";
import type { McpConnection } from "./connection.ts";
import { mcpConnections } from "./connections.ts";

const server = { type: "http", url: "http://example.com/", headers: {} } as const;
const surroundings = { workspace: "/", marker: "run", environment: [] };

interface Fake extends McpConnection {
  end(): void;
  readonly closed: () => boolean;
}

function fakeConnection(): Fake {
  const state = { isOver: false, isClosed: false };
  return {
    tools: new Map(),
    call: () => Promise.reject(new Error("not called here")),
    isOver: () => state.isOver,
    async close() {
      state.isOver = true;
      state.isClosed = true;
    },
    end: () => {
      state.isOver = true;
    },
    closed: () => state.isClosed,
  };
}

/** Connections that are made at once, and those that were made. */
function made(startMs = 60_000) {
  const fakes: Fake[] = [];
  const connections = mcpConnections(async () => {
    const fake = fakeConnection();
    fakes.push(fake);
    return fake;
  }, startMs);
  return { fakes, open: (run = "r", name = "a") => connections.open(run, name, server, surroundings), connections };
}

const never = (_: unknown, __: unknown, ___: unknown, signal: AbortSignal) =>
  new Promise<McpConnection>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

describe("a connection that cannot be made", () => {
  test("is told to all who wait for it, and tried anew by who comes later", async () => {
    let attempts = 0;
    const connections = mcpConnections(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("refused");
      return fakeConnection();
    }, 60_000);
    const open = () => connections.open("r", "a", server, surroundings);
    const both = await Promise.allSettled([open(), open()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(open()).resolves.toBeDefined();
    expect(attempts).toBe(2);
  });

  test("in time is given up, and says which server it was", async () => {
    const connections = mcpConnections(never, 20);
    await expect(connections.open("r", "slow", server, surroundings)).rejects.toMatchObject({
      code: "timeout",
      message: "the MCP server slow did not get ready within 20 ms",
    });
  });

  test("before the run ends is given up then", async () => {
    const connections = mcpConnections(never, 60_000);
    const opening = connections.open("r", "a", server, surroundings);
    const outcome = opening.catch((error: Error) => error.message);
    await connections.endRun("r");
    expect(await outcome).toBe("the run was stopped");
  });
});

describe("a connection", () => {
  test("is one for each server of a run", async () => {
    const { fakes, open } = made();
    const [first, same, other, elsewhere] = await Promise.all([open(), open(), open("r", "b"), open("s")]);
    expect(first).toBe(same);
    expect(new Set([first, other, elsewhere]).size).toBe(3);
    expect(fakes).toHaveLength(3);
  });

  test("that is over is made anew, and closed with the run all the same", async () => {
    const { fakes, open, connections } = made();
    await open();
    fakes[0]?.end();
    await open();
    await connections.endRun("r");
    expect(fakes.map((fake) => fake.closed())).toEqual([true, true]);
  });

  test("of another run stays when one ends, and a run that has none ends too", async () => {
    const { fakes, open, connections } = made();
    await open("r");
    await open("s");
    await connections.endRun("r");
    await connections.endRun("r");
    await connections.endRun("none");
    expect(fakes.map((fake) => fake.closed())).toEqual([true, false]);
  });
});
