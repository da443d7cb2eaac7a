import type { Rate } from './limit-steps.ts';

export type MemoryLimits = ReturnType<typeof createMemoryLimits>;

/** More concurrent clients are rare, and forgetting the oldest is harmless. */
const MOST_KEYS = 20_000;

/** Creates rate limits in process memory. They reject floods before any work is done. */
export function createMemoryLimits(clock: () => Date) {
  // Time at which the consumption is used up, as in `limit_state`.
  const freeAt = new Map<string, number>();
  /** Consumes `cost`, at most the burst, and returns 0; or consumes nothing and returns the milliseconds to wait. */
  function consume(key: string, { burst, everyMs }: Rate, cost = 1): number {
    const now = clock().getTime();
    // Caps the time ahead, so that setting the clock back causes no longer waits.
    const furthest = now + burst * everyMs;
    const free = Math.min(Math.max(freeAt.get(key) ?? 0, now), furthest);
    const wait = Math.max(0, free - now - (burst - cost) * everyMs);
    if (wait > 0) return wait;
    freeAt.delete(key);
    freeAt.set(key, free + cost * everyMs);
    const [oldest] = freeAt.keys();
    if (freeAt.size > MOST_KEYS && oldest !== undefined) freeAt.delete(oldest);
    return wait;
  }
  return {
    consume,
    /** Consumes even if too little is left; later calls wait for the debt, of at most another burst. */
    debit(key: string, { burst, everyMs }: Rate, cost: number): void {
      const now = clock().getTime();
      const free = Math.max(freeAt.get(key) ?? 0, now) + cost * everyMs;
      freeAt.set(key, Math.min(free, now + 2 * burst * everyMs));
    },
    /** Refunds one consumption. */
    refund(key: string, { everyMs }: Rate): void {
      const free = freeAt.get(key);
      if (free !== undefined) freeAt.set(key, free - everyMs);
    },
  };
}
