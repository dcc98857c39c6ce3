import { longestTimerMs } from "../5-authorise/longest-timer.ts";

/** What a whole run may use; undefined is without limit. */
export interface BudgetLimits {
  readonly timeMs?: number;
  /** Attempts at skills and steps together. */
  readonly steps?: number;
}

export interface Budget {
  /** Takes one step from the budget; false when there is none left, and the run is stopped. */
  spend(): boolean;
  /** Why the run was stopped; null while it was not. */
  exceeded(): string | null;
  end(): void;
}

/** Watches over a run-wide budget and calls `stop` when it is used up (language.md 7.2). */
export function budget({ timeMs, steps }: BudgetLimits, stop: () => void): Budget {
  let spent = 0;
  let exceeded: string | null = null;
  const exceed = (message: string) => {
    exceeded ??= message;
    stop();
  };
  const timer =
    timeMs === undefined || timeMs > longestTimerMs
      ? undefined
      : setTimeout(() => exceed(`the run's budget of ${timeMs} ms is used up`), timeMs);
  return {
    spend() {
      if (steps !== undefined && spent >= steps) exceed(`the run's budget of ${steps} steps is used up`);
      else spent++;
      return exceeded === null;
    },
    exceeded: () => exceeded,
    end: () => clearTimeout(timer),
  };
}
