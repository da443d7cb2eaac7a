import type { Rate } from './limit-steps.ts';

export type MemoryLimits = ReturnType<typeof createMemoryLimits>;

/** More clients at once are rare, and forgetting the one that came first does no harm. */
const MOST_KEYS = 20_000;

/** Creates rate limits in the memory of this process, which reject floods before any work is done. */
export function createMemoryLimits(clock: () => Date) {
  // When all that was taken is paid for, as in `limit_state`.
  const freeAt = new Map<string, number>();
  /** Consumes `cost`, at most the burst, and returns 0; or consumes nothing and returns the milliseconds to wait. */
  function consume(key: string, { burst, everyMs }: Rate, cost = 1): number {
    const now = clock().getTime();
    // Nobody is ever further ahead: where a clock was put back, nobody waits longer for it either.
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
    /** Refunds one that was consumed. */
    refund(key: string, { everyMs }: Rate): void {
      const free = freeAt.get(key);
      if (free !== undefined) freeAt.set(key, free - everyMs);
    },
  };
}
