/** Largest correction, as a share of the time that passed. */
const DRIFT = 0.1;
/** A larger difference means that the clock was never set; it is followed at once. */
const NEVER_SET_MS = 48 * 3_600_000;

export type TimeSources = {
  /** The machine's clock, which may be put forward or back at any time. */
  readonly wall: () => number;
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
};

/** Creates a monotonic clock that slowly approaches the wall clock, so that setting that ends no session. */
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
