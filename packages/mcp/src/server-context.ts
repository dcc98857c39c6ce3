import type { Guide } from "@agent-markup/core";
import type { McpOptions } from "./mcp-options.ts";

/** What the tools of one connection work with. */
export interface ServerContext extends McpOptions {
  readonly guide: Guide;
  /** Aborted when the connection ends. */
  readonly closing: AbortSignal;
}
