/** Times in milliseconds. The defaults suit agents that work for minutes and are silent while a test suite runs. */
export interface AgentLimits {
  /** Each step of opening a session: a hung `session/new` is common. */
  readonly setupMs: number;
  /** A turn without any line from the agent. Not counted while it waits for an answer of ours. */
  readonly idleMs: number;
  /** A whole turn, time spent waiting for our answers aside. */
  readonly turnMs: number;
  /** From a cancel to the end of the turn; an agent that takes longer is ended. */
  readonly cancelMs: number;
  /** `session/close`, and then the end of the process after its input is closed, each. */
  readonly closeMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly terminateMs: number;
  /** How long a tool may be running before the permission request for it comes. */
  readonly requestGraceMs: number;
  readonly maxLineBytes: number;
  readonly maxTurnBytes: number;
  /** Of a whole session, both directions and standard error. */
  readonly maxTranscriptBytes: number;
  readonly maxMalformedLines: number;
}

export const defaultLimits: AgentLimits = {
  setupMs: 60_000,
  idleMs: 15 * 60_000,
  turnMs: 2 * 60 * 60_000,
  cancelMs: 5_000,
  closeMs: 2_000,
  terminateMs: 2_000,
  requestGraceMs: 1_000,
  maxLineBytes: 16 * 1024 * 1024,
  maxTurnBytes: 256 * 1024 * 1024,
  maxTranscriptBytes: 256 * 1024 * 1024,
  maxMalformedLines: 100,
};
