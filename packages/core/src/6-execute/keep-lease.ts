/** Keeps a lease alive while a run is driven. */
export interface LeaseKeeper {
  end(): void;
  /** Why the lease could not be kept, if it could not. */
  lost(): unknown;
}

/** Renews three times in the time a lease lasts; when that fails, the run must stop at once. */
export function keepLease(renew: () => void, leaseMs: number, stop: () => void): LeaseKeeper {
  let lost: unknown;
  const timer = setInterval(() => {
    try {
      renew();
    } catch (error) {
      lost = error;
      clearInterval(timer);
      stop();
    }
  }, leaseMs / 3);
  return { end: () => clearInterval(timer), lost: () => lost };
}
