import type { Event } from "@agent-markup/core";
import { liveView } from "./live-view.ts";
import type { Output } from "./output.ts";
import { progressLine } from "./progress-line.ts";

/** Shows a run while it goes on. */
export interface ProgressView {
  show(event: Event): void;
  /** Leaves the screen to a question; what happens meanwhile is shown afterwards. */
  pause(): void;
  resume(): void;
  /** Leaves the last state on the screen; safe to call twice. */
  end(): void;
}

/** A repainted plan on a terminal, one line per change elsewhere (DESIGN.md 6). */
export function progressView(output: Output): ProgressView {
  return output.isLive ? liveView(output) : plainView(output);
}

function plainView(output: Output): ProgressView {
  const labels = new Map<string, string>();
  let held: string[] | null = null;
  return {
    show(event) {
      if (event.type === "plan.frozen") {
        for (const { id, label } of event.data.steps) labels.set(id, label);
      }
      const line = progressLine(event, labels);
      if (line === null) return;
      if (held === null) output.progress(line);
      else held.push(line);
    },
    pause() {
      held ??= [];
    },
    resume() {
      for (const line of held ?? []) output.progress(line);
      held = null;
    },
    end() {
      this.resume();
    },
  };
}
