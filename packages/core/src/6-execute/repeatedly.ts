/** Something that is done again and again while a run is driven. */
export interface Repetition {
  end(): void;
  /** Why it could not be done any more; undefined while it can. */
  failure(): unknown;
}

/** Does it every so often; when it fails it is not tried again, and `stop` is called: the run must stop at once. */
export function repeatedly(work: () => void, everyMs: number, stop: () => void): Repetition {
  let failure: unknown;
  const timer = setInterval(() => {
    try {
      work();
    } catch (error) {
      failure = error;
      clearInterval(timer);
      stop();
    }
  }, everyMs);
  return { end: () => clearInterval(timer), failure: () => failure };
}
