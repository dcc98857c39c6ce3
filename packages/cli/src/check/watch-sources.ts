import { folderWatch } from "./folder-watch.ts";
import type { LoadedSources } from "./load-sources.ts";

/** Editors write a file in several steps: what follows within this time belongs to the same change. */
const settleMs = 50;

/**
 * Shows the sources, which gives what they are afterwards, and again whenever their texts have become others, until the signal. Nothing is polled where the
 * system tells of changes (DESIGN.md 6).
 */
export async function watchSources(
  load: () => LoadedSources,
  show: (sources: LoadedSources) => Promise<LoadedSources>,
  signal: AbortSignal,
): Promise<void> {
  const changes = changeSignal(signal);
  const folders = folderWatch(changes.raise);
  try {
    let shown = "";
    while (!signal.aborted) {
      let sources = load();
      // What changed before its folder was watched would never be told of, so it is read after.
      while (folders.follow(sources.folders)) sources = load();
      if (fingerprintOf(sources) !== shown) shown = fingerprintOf(await show(sources));
      await changes.next();
    }
  } finally {
    folders.close();
  }
}

interface ChangeSignal {
  readonly raise: () => void;
  /** Resolves a moment after a change, or at once when the wait was ended. */
  next(): Promise<void>;
}

function changeSignal(signal: AbortSignal): ChangeSignal {
  let isRaised = false;
  let wake: () => void = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  return {
    raise: () => {
      isRaised = true;
      wake();
    },
    async next() {
      if (!isRaised && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, settleMs));
      isRaised = false;
    },
  };
}

function fingerprintOf({ asked, context, agents, problems }: LoadedSources): string {
  return JSON.stringify([asked, context, agents, problems]);
}
