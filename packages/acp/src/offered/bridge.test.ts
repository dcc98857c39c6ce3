import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { folder } from "../testing/scripted-session.ts";
import { toolBridgeEntry } from "../tool-bridge-entry.ts";
import { listenPrivately } from "./private-socket.ts";

const token = "a-token-of-32-bytes-or-more-12345";

async function listening() {
  const sockets: Socket[] = [];
  let refused = 0;
  const listener = {
    connected: (socket: Socket) => void sockets.push(socket),
    refused: () => void refused++,
  };
  const socket = await listenPrivately(token, listener);
  onTestFinished(() => (existsSync(dirname(socket.path)) ? socket.close() : undefined));
  return { ...socket, sockets, refused: () => refused };
}

function bridge(environment: Record<string, string>) {
  const child = spawn(process.execPath, [toolBridgeEntry()], { env: environment, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "close"), text(child.stderr)]).then(([[code], stderr]) => ({ code, stderr }));
  return { child, ended };
}

const environment = (path: string, said = token) => ({ AML_TOOLS_SOCKET: path, AML_TOOLS_TOKEN: said });

describe("the bridge", () => {
  test("carries what comes to either end to the other, as it is", async () => {
    const runtime = await listening();
    const { child } = bridge(environment(runtime.path));
    child.stdin.write("caf\u00e9 \u{1F40C}\n");
    while (runtime.sockets[0] === undefined) await new Promise((resolve) => setImmediate(resolve));
    const [socket] = runtime.sockets;
    const [said] = await once(socket.resume(), "data");
    expect(String(said)).toBe("caf\u00e9 \u{1F40C}\n");
    socket.write("answer\n");
    const [answer] = await once(child.stdout, "data");
    expect(String(answer)).toBe("answer\n");
  });

  test("ends when the runtime is gone", async () => {
    const runtime = await listening();
    const { ended } = bridge(environment(runtime.path));
    while (runtime.sockets.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await runtime.close();
    expect(await ended).toEqual({ code: 0, stderr: "" });
  });

  test("ends with its input, and the runtime hears of it", async () => {
    const runtime = await listening();
    const { child, ended } = bridge(environment(runtime.path));
    while (runtime.sockets[0] === undefined) await new Promise((resolve) => setImmediate(resolve));
    const closed = once(runtime.sockets[0].resume(), "close");
    child.stdin.end();
    expect(await ended).toEqual({ code: 0, stderr: "" });
    await closed;
  });

  test("with a wrong token is refused, says so, and carries nothing", async () => {
    const runtime = await listening();
    const { child, ended } = bridge(environment(runtime.path, `${token}x`));
    child.stdin.write("a line\n");
    expect(await ended).toEqual({
      code: 1,
      stderr: "aml-tools: the runtime refuses: this is not the token of a session that is open\n",
    });
    expect(runtime.sockets).toEqual([]);
    expect(runtime.refused()).toBe(1);
  });

  test.each([
    ["no socket", {}, 2, /^aml-tools: AML_TOOLS_SOCKET and AML_TOOLS_TOKEN are set by the run/],
    ["a run that has ended", environment("/nowhere/s"), 1, /^aml-tools: the run cannot be reached, or has ended: /],
  ])("with %s says so", async (_, variables, code, message) => {
    expect(await bridge(variables).ended).toEqual({ code, stderr: expect.stringMatching(message) });
  });
});

describe("the socket", () => {
  test("lies in a folder that nobody else may enter, and is gone when it is closed", async () => {
    const { path, close } = await listening();
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    await close();
    expect(existsSync(dirname(path))).toBe(false);
  });

  test.each([
    ["nothing right", "wrong\n"],
    ["the token with more behind it", `${token}0\n`],
    ["the beginning of the token", `${token.slice(0, -1)}\n`],
    ["an empty line", "\n"],
    ["no end of line at all", "x".repeat(1_000)],
  ])("refuses who says %s", async (_, said) => {
    const runtime = await listening();
    const socket = connect(runtime.path);
    socket.write(said);
    expect(await text(socket)).toBe("this is not the token of a session that is open\n");
    expect(runtime.sockets).toEqual([]);
  });

  test("takes a token that comes in pieces, and keeps what comes behind it", async () => {
    const runtime = await listening();
    const socket = connect(runtime.path);
    onTestFinished(() => void socket.destroy());
    socket.write(token.slice(0, 5));
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(`${token.slice(5)}\nfirst`);
    expect(String((await once(socket, "data"))[0])).toBe("ready\n");
    const [admitted] = runtime.sockets;
    if (admitted === undefined) throw new Error("nobody was admitted");
    expect(String((await once(admitted.resume(), "data"))[0])).toBe("first");
  });

  /** A folder for temporary files with these in it. */
  function temporaryFolder(...names: readonly string[]): string {
    const parent = mkdtempSync("/tmp/aml-");
    vi.stubEnv("TMPDIR", parent);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(parent, { recursive: true });
    });
    for (const name of names) mkdirSync(join(parent, name));
    return parent;
  }
  const age = (folder: string) => utimesSync(folder, new Date(), new Date(Date.now() - 120_000));
  const serve = async (path: string) => {
    const server = createServer().listen(path);
    await once(server, "listening");
    return server;
  };

  test("takes away what a runtime that was killed has left, and nothing else", async () => {
    const names = ["aml-tools-1-bare", "aml-tools-1-dead", "aml-tools-4194999-live", "aml-tools-1-new", "other"];
    const parent = temporaryFolder(...names);
    const dead = await serve(join(parent, "aml-tools-1-dead/closing"));
    // Closing would take it away under its own name.
    renameSync(join(parent, "aml-tools-1-dead/closing"), join(parent, "aml-tools-1-dead/s"));
    await new Promise((resolve) => dead.close(resolve));
    // Of a process that is not seen here: none has a number like that.
    const live = await serve(join(parent, "aml-tools-4194999-live/s"));
    onTestFinished(() => void live.close());
    for (const name of readdirSync(parent)) if (name !== "aml-tools-1-new") age(join(parent, name));
    const { path } = await listening();
    const kept = ["aml-tools-4194999-live", "aml-tools-1-new", "other", basename(dirname(path))];
    expect(readdirSync(parent).sort()).toEqual(kept.sort());
    expect(readdirSync(join(parent, "aml-tools-4194999-live"))).toEqual(["s"]);
  });

  test.each([
    ["too long for a socket", () => join(folder(), "x".repeat(120))],
    [
      "too long in bytes, though not in characters",
      () => join(temporaryFolder("\u00e9".repeat(40)), "\u00e9".repeat(40)),
    ],
    ["relative", () => "."],
  ])("is found at a shorter place where the usual one is %s", async (_, usual) => {
    const place = usual();
    vi.stubEnv("TMPDIR", place);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { path } = await listening();
    expect(path.startsWith("/tmp/aml-tools-")).toBe(true);
    expect(existsSync(path)).toBe(true);
  });
});
