/** How the agents of a run are served beside being started: every turn is recorded, or a recording stands in for them. */
export interface RecordingUse {
  readonly mode: "record" | "replay";
  /** Folder of the recording. */
  readonly folder: string;
}

/** What a recording knows a prompt by: the same in every run that asks the same there (docs/adr/0019). */
export interface PromptIdentity {
  /** Where it stands in the document. */
  readonly path: string;
  readonly hash: string;
  /** Such prompts of the run that came to something before, since a node may be asked the same more than once. */
  readonly nth: number;
  /** What is asked, for people who compare: without the nonce of this run. */
  readonly text: string;
}

/** A replay came to what its recording does not hold, or what is decided otherwise now: the run cannot go on. */
export class ReplayMismatch extends Error {
  override readonly name = "ReplayMismatch";
  /** Where in the document. */
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** A recording cannot be read, begun or written to; the message says why and what to do. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}
