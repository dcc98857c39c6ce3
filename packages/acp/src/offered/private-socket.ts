import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { AgentError } from "@agent-markup/core";
import { bridgeReady } from "./bridge-words.ts";
import { newSocketFolder } from "./socket-folder.ts";

/** A connection says its token at once, or is none of ours. */
const tokenMs = 10_000;
const longestToken = 256;
const maxConnections = 32;

export interface PrivateSocket {
  readonly path: string;
  /** Ends every connection, and leaves nothing in the file system. */
  close(): Promise<void>;
}

export interface SocketListener {
  /** Somebody who knows the token; what came behind it is still to be read. */
  connected(socket: Socket): void;
  refused(): void;
}

/** Listens in a folder that only this user may enter, to those who say the token in their first line. */
export async function listenPrivately(token: string, listener: SocketListener): Promise<PrivateSocket> {
  const { folder, path } = await orUnavailable(newSocketFolder);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // How it ended is told by its closing.
    socket.on("error", () => {});
    admit(socket, token, listener);
  });
  server.maxConnections = maxConnections;
  await orUnavailable(async () => {
    server.listen(path);
    await once(server, "listening");
  }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    path,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function orUnavailable<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AgentError("not_started", `the runtime's tools cannot be offered: ${why}`, { cause: error });
  }
}

function admit(socket: Socket, token: string, { connected, refused }: SocketListener): void {
  let said = Buffer.alloc(0);
  const decided = () => {
    clearTimeout(timer);
    socket.off("data", read);
  };
  const refuse = () => {
    decided();
    socket.end("this is not the token of a session that is open\n");
    refused();
  };
  const read = (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]);
    const end = said.indexOf("\n");
    if (end === -1 && said.length <= longestToken) return;
    if (end === -1 || !isToken(said.subarray(0, end), token)) return refuse();
    decided();
    socket.pause();
    socket.unshift(said.subarray(end + 1));
    socket.write(bridgeReady);
    connected(socket);
  };
  const timer = setTimeout(refuse, tokenMs);
  socket.on("data", read);
  socket.once("close", () => clearTimeout(timer));
}

function isToken(said: Buffer, token: string): boolean {
  const expected = Buffer.from(token);
  return said.length === expected.length && timingSafeEqual(said, expected);
}
