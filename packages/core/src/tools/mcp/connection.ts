import type { McpServer } from "./configuration.ts";

/** A server that is running, or reached, for one run. */
export interface McpConnection {
  /** What each of its tools takes, as JSON Schema, by name. */
  readonly tools: ReadonlyMap<string, McpInputSchema>;
  /** Rejects when the server cannot answer, and when aborted. */
  call(tool: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<McpReply>;
  /** It ended, or was closed. */
  isOver(): boolean;
  /** Resolves once its processes have ended. */
  close(): Promise<void>;
}

export interface McpInputSchema {
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
}

export interface McpReply {
  /** Texts and what stands for the rest, in order. */
  readonly text: string;
  readonly structured?: unknown;
  readonly isError: boolean;
  readonly warnings: readonly string[];
}

/** What a server is started with. */
export interface McpSurroundings {
  readonly workspace: string;
  readonly marker: string;
  /** Names of environment variables that the configuration adds to the allow list. */
  readonly environment: readonly string[];
}

export type Connect = (
  name: string,
  server: McpServer,
  surroundings: McpSurroundings,
  signal: AbortSignal,
) => Promise<McpConnection>;
