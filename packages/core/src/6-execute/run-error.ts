/** A run cannot be started or gone on with as asked; the message says why and what to do. */
export class RunError extends Error {
  override readonly name = "RunError";
  readonly code: "unknown-run" | "held" | "finished" | "edited" | "untrusted" | "guided" | "replay";
  constructor(code: RunError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
