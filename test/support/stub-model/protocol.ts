import type { Body } from "./body.ts";
import type { Reply } from "./script.ts";

/** One event of a stream: some protocols name theirs. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** One of the protocols that models are served by. */
export interface Protocol {
  /** Whether it serves this path. */
  serves(path: string): boolean;
  offered(body: Body): readonly string[];
  /** Whether the conversation holds the result of a tool. */
  called(body: Body): boolean;
  /** Whether the reply is to be streamed. */
  streams(path: string, body: Body): boolean;
  stream(body: Body, reply: Reply): readonly StreamEvent[];
  whole(body: Body, reply: Reply): unknown;
}
