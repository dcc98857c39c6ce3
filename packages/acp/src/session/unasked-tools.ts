/** Finds the tool calls that ran without permission: not asked for, or refused (agents.md 5, fourth rung). */
export interface UnaskedTools {
  /** A permission request names this call. */
  asked(id: string): void;
  /** The request was refused. */
  refused(id: string): void;
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
  const requests = new Map<string, "asked" | "refused">();
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
      requests.set(id, "asked");
      forget(id);
    },
    refused(id) {
      requests.set(id, "refused");
    },
    seen(id, status, before) {
      const request = requests.get(id);
      if (request === "asked") return;
      if (status === "completed") find(id);
      // Codex calls a tool running before it asks: refused and failed, it never ran.
      else if (request === "refused") return;
      else if (status === "failed" && before === "in_progress") find(id);
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
