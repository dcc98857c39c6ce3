import type { Event } from "../journal/events.ts";
import type { Run } from "./runtime.ts";

/** A run that begins once something has been read; what is asked of it before that is asked of it then. */
export function deferredRun(id: string, starting: Promise<Run>): Run {
  const result = starting.then((run) => run.result);
  // Whoever awaits the result is told; the other readers of `starting` must not be told a second time.
  const later = (work: (run: Run) => void) => void starting.then(work, () => {});
  return {
    id,
    result,
    answer: async (question, answer) => (await starting).answer(question, answer),
    interrupt: () => later((run) => run.interrupt()),
    cancel: (actor) => later((run) => run.cancel(actor)),
    [Symbol.asyncIterator]: () => eventsOf(starting),
  };
}

async function* eventsOf(starting: Promise<Run>): AsyncGenerator<Event, void> {
  yield* await starting;
}
