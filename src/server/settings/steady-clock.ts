/** Maximum correction, as a share of the elapsed time. */
const DRIFT = 0.1;
/** A larger difference means that the clock was never set; it is corrected at once. */
const NEVER_SET_MS = 48 * 3_600_000;

export type TimeSources = {
  /** The system clock, which can be set forward or back at any time. */
  readonly wall: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
};

/** Creates a monotonic clock that slowly approaches the system clock. Setting the latter ends no session. */
export function createSteadyClock({ wall, monotonic }: TimeSources): () => Date {
  let shown = wall();
  let last = monotonic();
  return () => {
    const now = monotonic();
    const passed = now - last;
    last = now;
    const ahead = wall() - (shown + passed);
    const most = Math.abs(ahead) > NEVER_SET_MS ? Math.abs(ahead) : passed * DRIFT;
    shown += passed + Math.min(Math.max(ahead, -most), most);
    return new Date(shown);
  };
}
