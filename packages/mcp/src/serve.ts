import type { Readable, Writable } from "node:stream";
import { createGuide } from "@agent-markup/core";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "./create-server.ts";
import type { McpOptions } from "./mcp-options.ts";

/** Where the protocol is spoken; standard input and output when left out. */
export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves until the input ends or the signal is aborted, then gives back the steps in progress and leaves their runs
 * interrupted (diagram.md 6). Rejects when that cannot be recorded.
 */
export async function serveMcp(
  options: McpOptions,
  signal: AbortSignal,
  { input, output }: McpStreams = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const guide = createGuide(options);
  const closing = new AbortController();
  const transport = new StdioServerTransport(input, output);
  const connection = serveStdio(() => createMcpServer({ ...options, guide, closing: closing.signal }), {
    transport,
    onerror: (error) => options.report(error.message),
  });
  await ended(transport, signal);
  closing.abort();
  try {
    await connection.close();
  } finally {
    try {
      await guide.close();
    } finally {
      await options.runtime.close();
    }
  }
}

/** The transport closes at the end of the input, and for a message that is too large to read. */
function ended(transport: StdioServerTransport, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
