import type { Readable, Writable } from "node:stream";
import type { Redaction } from "@agent-markup/core";
import type { LineLog } from "./line-log.ts";
import { lineReader } from "./line-reader.ts";
import { type Message, type MessageId, parseMessage, type RpcError } from "./message.ts";

export interface ConnectionLimits {
  /** A longer line ends the connection; nothing of it is kept. */
  readonly maxLineBytes: number;
  /** More lines than these that are no messages, since the last `startCounting`, end the connection. */
  readonly maxMalformedLines: number;
  /** More bytes than these, since the last `startCounting`, end the connection. */
  readonly maxOutputBytes: number;
}

/** Why nothing more will come. */
export type ConnectionEnd =
  | { readonly reason: "closed" }
  | { readonly reason: "malformed_output" | "output_limit"; readonly message: string }
  /** The host could not take what the agent said; not the agent's doing. */
  | { readonly reason: "host_failed"; readonly error: unknown };

export type Reply =
  | { readonly type: "result"; readonly result: unknown }
  | { readonly type: "error"; readonly error: RpcError }
  | { readonly type: "ended"; readonly end: ConnectionEnd };

/** A request of the agent. Whoever gets it answers it, once. */
export interface PeerRequest {
  readonly id: MessageId;
  readonly method: string;
  readonly params: unknown;
  answer(result: unknown): void;
  refuse(error: RpcError): void;
}

export interface ConnectionHandlers {
  request(request: PeerRequest): void;
  notification(method: string, params: unknown): void;
  /** A line that is no message, or a response that answers nothing: to be recorded. */
  stray(line: string, why: "malformed" | "unknown_id"): void;
  /** Any line at all has come. */
  traffic(): void;
}

/** Answers that the agent has not read yet; beyond this its own output waits, so that it cannot fill our memory. */
const maxUnreadAnswers = 256;

/** Newline-delimited JSON-RPC over an agent's pipes, with limits (agents.md 4, hostile and broken agents). */
export class Connection {
  /** Resolves once, when nothing more will come. */
  readonly ended: Promise<ConnectionEnd>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #limits: ConnectionLimits;
  readonly #handlers: ConnectionHandlers;
  readonly #log: LineLog;
  readonly #redaction: Redaction;
  readonly #waiting = new Map<MessageId, (reply: Reply) => void>();
  #resolveEnded: (end: ConnectionEnd) => void = () => {};
  #end: ConnectionEnd | undefined;
  #nextId = 0;
  #unreadAnswers = 0;
  #outputBytes = 0;
  #malformedLines = 0;

  constructor(
    streams: { readonly input: Readable; readonly output: Writable },
    limits: ConnectionLimits,
    handlers: ConnectionHandlers,
    log: LineLog,
    redaction: Redaction,
  ) {
    this.#input = streams.input;
    this.#output = streams.output;
    this.#limits = limits;
    this.#handlers = handlers;
    this.#log = log;
    this.#redaction = redaction;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#read();
  }

  /**
   * Never rejects: an error and the end of the connection are replies too. `atOnce` gets the reply before the lines
   * behind it are read; the promise resolves after all that came in one piece with it.
   */
  request(method: string, params: unknown, atOnce?: (reply: Reply) => void): Promise<Reply> {
    return new Promise((resolve) => {
      const settle = (reply: Reply) => {
        atOnce?.(reply);
        resolve(reply);
      };
      if (this.#end !== undefined) {
        settle({ type: "ended", end: this.#end });
        return;
      }
      const id = this.#nextId++;
      this.#waiting.set(id, settle);
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** A new turn begins: what came before does not count against its limits. */
  startCounting(): void {
    this.#outputBytes = 0;
    this.#malformedLines = 0;
  }

  /** Ends the connection from our side; everything that still waits is told why. */
  end(end: ConnectionEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    // Read on and drop: an agent blocked in a write could not end by itself.
    this.#input.removeAllListeners("data").resume();
    for (const resolve of this.#waiting.values()) resolve({ type: "ended", end });
    this.#waiting.clear();
    this.#log.flush();
    this.#resolveEnded(end);
  }

  #read(): void {
    const { maxLineBytes, maxOutputBytes } = this.#limits;
    const reader = lineReader({
      maxLineBytes,
      line: (text) => this.#receive(text),
      tooLong: () =>
        this.end({ reason: "output_limit", message: `the agent sent a line of more than ${maxLineBytes} bytes` }),
    });
    this.#input.on("data", (chunk: Buffer) => {
      this.#outputBytes += chunk.length;
      reader.push(chunk);
      if (this.#outputBytes > maxOutputBytes) {
        this.end({ reason: "output_limit", message: `the agent sent more than ${maxOutputBytes} bytes in one turn` });
      }
    });
    const closed = () => {
      reader.end();
      this.end({ reason: "closed" });
    };
    this.#input.once("end", closed).once("close", closed).on("error", closed);
  }

  #receive(line: string): void {
    if (this.#end !== undefined) return;
    this.#log.add("received", line);
    try {
      this.#handlers.traffic();
      const message = parseMessage(line);
      const clean = this.#redaction.text(line);
      if (message !== null) this.#route(clean === line ? message : this.#withoutSecrets(message), clean);
      else if (line.trim() !== "") this.#malformed(clean);
    } catch (error) {
      this.end({ reason: "host_failed", error });
    }
  }

  #route(message: Message, line: string): void {
    switch (message.type) {
      case "request":
        this.#handlers.request(this.#peerRequest(message.id, message.method, message.params));
        break;
      case "notification":
        this.#handlers.notification(message.method, message.params);
        break;
      default: {
        const resolve = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (resolve === undefined) this.#handlers.stray(line, "unknown_id");
        else resolve(message);
      }
    }
  }

  /** Whatever becomes of a message is written down somewhere: events, requests, outcomes. */
  #withoutSecrets(message: Message): Message {
    const { message: clean, value, text } = this.#redaction;
    switch (message.type) {
      case "result":
        return { ...message, result: clean(message.result) };
      case "error": {
        const { data, ...error } = message.error;
        const details = data === undefined ? {} : { data: value(data) };
        return { ...message, error: { ...error, ...details, message: text(error.message) } };
      }
      default:
        return { ...message, params: clean(message.params) };
    }
  }

  #malformed(line: string): void {
    this.#handlers.stray(line, "malformed");
    this.#malformedLines++;
    const limit = this.#limits.maxMalformedLines;
    if (this.#malformedLines > limit) {
      const message = `the agent sent more than ${limit} lines that are no messages; the last one: ${line.slice(0, 200)}`;
      this.end({ reason: "malformed_output", message });
    }
  }

  #peerRequest(id: MessageId, method: string, params: unknown): PeerRequest {
    return {
      id,
      method,
      params,
      answer: (result) => this.#answer({ jsonrpc: "2.0", id, result }),
      refuse: (error) => this.#answer({ jsonrpc: "2.0", id, error }),
    };
  }

  #answer(message: object): void {
    this.#unreadAnswers++;
    if (this.#unreadAnswers > maxUnreadAnswers) this.#input.pause();
    this.#send(message, () => {
      this.#unreadAnswers--;
      if (this.#unreadAnswers <= maxUnreadAnswers / 2) this.#input.resume();
    });
  }

  #send(message: object, written?: () => void): void {
    if (this.#end !== undefined || !this.#output.writable) return;
    const text = JSON.stringify(message);
    this.#log.add("sent", text);
    this.#output.write(`${text}\n`, () => written?.());
  }
}
