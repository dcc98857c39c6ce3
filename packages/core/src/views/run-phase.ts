import type { Event, EventData } from "../journal/events.ts";

/** How a run stands by its journal: running until it says otherwise, and again once it is resumed. */
export type RunPhase = "running" | EventData["run.finished"]["status"];

/** The phase after an event. That nobody drives a running run any more is for the store to find out, not for its journal. */
export function phaseAfter(phase: RunPhase, event: Event): RunPhase {
  if (event.type === "run.finished") return event.data.status;
  return event.type === "run.started" || event.type === "run.resumed" ? "running" : phase;
}
