export interface TurnClock {
  /** Something came from the agent. */
  traffic(): void;
  /** We owe the agent an answer: time does not count until `resume`. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Timers of Node take 32 bits; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** The idle and the whole limit of a turn: a flat limit alone would end a turn that makes progress (agents.md 4). */
export function turnClock(
  limits: { readonly idleMs: number; readonly turnMs: number },
  expired: (limit: "idle_limit" | "time_limit") => void,
): TurnClock {
  let left = limits.turnMs;
  let startedAt = 0;
  let timers: { readonly idle: NodeJS.Timeout; readonly whole: NodeJS.Timeout } | undefined;
  let pauses = 0;
  let stopped = false;

  const start = () => {
    startedAt = performance.now();
    timers = {
      idle: setTimeout(() => expired("idle_limit"), Math.min(limits.idleMs, longestTimer)),
      whole: setTimeout(() => expired("time_limit"), Math.min(left, longestTimer)),
    };
  };
  const halt = () => {
    clearTimeout(timers?.idle);
    clearTimeout(timers?.whole);
    timers = undefined;
  };
  start();
  return {
    traffic() {
      timers?.idle.refresh();
    },
    pause() {
      pauses++;
      if (pauses > 1) return;
      left -= performance.now() - startedAt;
      halt();
    },
    resume() {
      pauses--;
      if (pauses === 0 && !stopped) start();
    },
    stop() {
      stopped = true;
      halt();
    },
  };
}
