/** Finds the tool calls that ran although no permission was asked for (agents.md 5, fourth rung). */
export interface UnaskedTools {
  /** A permission request names this call. */
  asked(id: string): void;
  /** An update gives this status to a call that had another, or none, before. */
  seen(id: string, status: string, before: string | undefined): void;
  /** Calls found since the last time, each once. */
  take(): readonly string[];
  /** The turn is over: what still runs without having been asked for will not be asked for any more. */
  turnOver(): void;
}

/**
 * Codex and OpenCode announce a tool as running just before they ask for it: only after `graceMs` does a running one
 * count as unasked; one that has ended counts at once. `late` is told when that time has passed for a call.
 */
export function unaskedTools(graceMs: number, late: () => void): UnaskedTools {
  const askedFor = new Set<string>();
  const found = new Set<string>();
  const running = new Map<string, NodeJS.Timeout>();
  let fresh: string[] = [];

  const forget = (id: string) => {
    clearTimeout(running.get(id));
    running.delete(id);
  };
  const find = (id: string) => {
    forget(id);
    if (found.has(id)) return;
    found.add(id);
    fresh.push(id);
  };
  return {
    asked(id) {
      askedFor.add(id);
      forget(id);
    },
    seen(id, status, before) {
      if (askedFor.has(id)) return;
      if (status === "completed" || (status === "failed" && before === "in_progress")) find(id);
      // It was announced and failed: nothing tells that it ever ran.
      else if (status === "failed") forget(id);
      else if (status === "in_progress" && !running.has(id) && !found.has(id)) {
        const timer = setTimeout(() => {
          find(id);
          late();
        }, graceMs);
        running.set(id, timer);
      }
    },
    take() {
      const ids = fresh;
      fresh = [];
      return ids;
    },
    turnOver() {
      for (const id of [...running.keys()]) find(id);
    },
  };
}
