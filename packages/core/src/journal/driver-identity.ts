/** A process that drives a run, precise enough to tell whether it is still alive after a reboot or a reused pid. */
export interface Driver {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Distinguishes processes that had the same pid: boot id and start time where the system has them. */
  readonly birth: string;
}

/** `unknown`: on another machine or in another container, so that only its lease tells. */
export type Liveness = "alive" | "dead" | "unknown";
