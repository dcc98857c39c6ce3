import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentError } from "@agent-markup/core";

/** A new folder for this user alone. Throws an `AgentError` where none can be made: the agent is then not started. */
export function temporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AgentError("not_started", `no temporary folder can be made for the agent: ${reason}`, { cause });
  }
}
