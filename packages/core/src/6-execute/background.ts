import { type Ended, isStop, type Stop } from "./node-result.ts";

/** `mode="background"`: agents that run beside the document; the run waits for all of them before it ends (language.md 7.4). */
export interface Background {
  start(work: () => Promise<Ended>): void;
  /** Resolves when all have ended; the stops among them, for what keeps the run from being done. */
  all(): Promise<readonly Stop[]>;
  /** Resolves when all have ended, whatever became of them. */
  settled(): Promise<void>;
}

export function background(): Background {
  const started: Promise<Ended>[] = [];
  return {
    start(work) {
      const end = work();
      // `all` tells of a fault; until it is asked, nobody has to have caught it.
      end.catch(() => {});
      started.push(end);
    },
    async all() {
      const ended = await Promise.all(started);
      return ended.flatMap((end) => (isStop(end) ? [end] : []));
    },
    async settled() {
      await Promise.allSettled(started);
    },
  };
}
