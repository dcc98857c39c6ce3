/**
 * `refused`: the call breaks a rule, so that another attempt cannot mend it. `not-started`: its process could not be
 * started. `failed`: it ran and failed. `timeout`: its time limit passed. `aborted`: the run was stopped.
 */
export type ToolErrorCode = "refused" | "not-started" | "failed" | "timeout" | "aborted";

/** Why a tool did not do what it was asked; caught where a tool is run, never seen outside it. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  constructor(code: ToolErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function refuse(message: string): never {
  throw new ToolError("refused", message);
}
