import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Log } from "./log.ts";

export type Id = string | number | null;

export interface Incoming {
  readonly id: Id | undefined;
  readonly method: string;
  readonly params: unknown;
}

export interface Reply {
  readonly result: unknown;
  readonly error: unknown;
}

/** The other end of the protocol, as little of it as an agent that plays a script needs. */
export interface Peer {
  /** Several messages go out in one piece. */
  send(...messages: object[]): Promise<void>;
  /** Text as it is; waits until it is read. */
  write(text: string): Promise<void>;
  /** A line that need not be a message. */
  sendLine(line: string): Promise<void>;
  /** Sends a request under the given id, or the next of its own. */
  ask(method: string, params: unknown, id?: Id): { readonly id: Id; readonly reply: Promise<Reply> };
}

/** Reads requests from standard input and writes to standard output, no faster than it is read. */
export function peerOnStandardStreams(receive: (incoming: Incoming) => void, ended: () => void, log: Log): Peer {
  // More than one can wait under one id: scripts repeat ids on purpose.
  const waiting = new Map<Id, ((reply: Reply) => void)[]>();
  let nextId = 0;

  const write = async (text: string) => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
  const sendLine = (line: string) => write(`${line}\n`);
  const send = (...messages: object[]) =>
    sendLine(messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })).join("\n"));

  createInterface({ input: process.stdin })
    .on("line", (line) => {
      log(line);
      const message: Partial<Incoming & Reply> = JSON.parse(line);
      if (message.method !== undefined) {
        receive({ id: message.id, method: message.method, params: message.params });
        return;
      }
      waiting.get(message.id ?? null)?.shift()?.({ result: message.result, error: message.error });
    })
    .on("close", () => {
      log(JSON.stringify({ event: "end_of_input" }));
      ended();
    });

  return {
    write,
    send,
    sendLine,
    ask(method, params, id = nextId++) {
      const reply = new Promise<Reply>((resolve) => {
        waiting.set(id, [...(waiting.get(id) ?? []), resolve]);
      });
      void send({ id, method, params });
      return { id, reply };
    },
  };
}
