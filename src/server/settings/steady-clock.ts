/** How much faster or slower than time itself it goes, at most, until it shows what the machine's clock shows. */
const DRIFT = 0.1;
/** A clock that is wrong by so much was never set: it is followed at once. */
const NEVER_SET_MS = 48 * 3_600_000;

export type TimeSources = {
  /** The machine's clock, which may be put forward or back at any time. */
  readonly wall: () => number;
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
};

/**
 * A clock for how long something lasts: it goes on as time does, whatever is done to the machine's clock, and comes
 * nearer to that slowly.
 */
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
