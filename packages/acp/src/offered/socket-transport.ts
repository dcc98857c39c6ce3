import type { Socket } from "node:net";
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { lineReader } from "../transport/line-reader.ts";
import { isObject } from "../transport/message.ts";

/** As long as those of an agent itself: what is too large to be done is refused by whoever does it. */
const maxLineBytes = 16 * 1024 * 1024;
const maxMalformedLines = 100;

const parseError = -32700;
const invalidRequest = -32600;

/**
 * Messages as lines over a socket. Not the server package's own, which closes on a large message and says nothing to a line
 * that is none: an agent that waits for an answer gets one.
 */
export function socketTransport(socket: Socket): Transport {
  let malformed = 0;
  /** What is asked while answers are not taken stays with whoever asks. */
  const write = (text: string, written?: (error?: Error | null) => void) => {
    if (!socket.write(text, written)) socket.pause();
  };
  const refuse = (id: unknown, code: number, message: string) => {
    write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
    malformed += 1;
    if (malformed > maxMalformedLines) socket.destroy();
  };
  const transport: Transport = {
    async start() {
      // It may have closed while nobody listened yet, and will not say so again.
      if (socket.destroyed) return transport.onclose?.();
      const reader = lineReader({
        maxLineBytes,
        line(text) {
          if (text.trim() === "") return;
          const message = messageOf(text);
          if ("refused" in message) refuse(message.id, message.code, message.refused);
          else transport.onmessage?.(message.read);
        },
        tooLong: () => refuse(null, invalidRequest, `a message may have ${maxLineBytes} bytes`),
      });
      socket.on("data", (chunk: Buffer) => reader.push(chunk));
      socket.on("drain", () => socket.resume());
      socket.once("close", () => transport.onclose?.());
      socket.resume();
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      socket.destroy();
    },
  };
  return transport;
}

type Read =
  | { readonly read: JSONRPCMessage }
  | { readonly refused: string; readonly code: number; readonly id: unknown };

function messageOf(line: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { refused: `this line is no JSON: ${String(error)}`, code: parseError, id: null };
  }
  try {
    return { read: parseJSONRPCMessage(value) };
  } catch {
    const id = isObject(value) && (typeof value.id === "string" || typeof value.id === "number") ? value.id : null;
    return { refused: "this is no JSON-RPC message", code: invalidRequest, id };
  }
}
