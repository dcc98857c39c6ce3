import type { AgentFile, Capability, PermissionPolicy, Runtime, Store, TrustLevel } from "@agent-markup/core";

/** What `aml mcp` works with. How far documents are trusted and who answers requests have no default (docs/adr/0004). */
export interface McpOptions {
  readonly store: Store;
  /** The project's folder, absolute: files are read inside it and nowhere else. */
  readonly workspace: string;
  /** Runs whole documents, over the same store. */
  readonly runtime: Runtime;
  /** Bounds everything that this server runs; null runs no command and reaches no agent. */
  readonly permissions: PermissionPolicy | null;
  /** Of every document, `trusted` never being one of them; null when nobody has said: then no document is run. */
  readonly trust: Exclude<TrustLevel, "trusted"> | null;
  readonly granted: readonly Capability[];
  /** The files that describe agents which a document's text names; those of the project are used in no run of this server. */
  readonly describedAgents: (text: string) => Promise<readonly AgentFile[]>;
  /** Names of environment variables that commands get beside the built-in list. */
  readonly environment: readonly string[];
  /** Of the server, as clients are told. */
  readonly version: string;
  /** Told of faults that no answer can tell; standard output belongs to the protocol. */
  readonly report: (message: string) => void;
}
