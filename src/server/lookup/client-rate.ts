import type { Rate } from '../limits/limits.ts';

/** Milliseconds that a client has to wait; 0 when it may go on. */
export type ClientRate = (client: string, now: Date) => number;

/** More clients at once are rare, and forgetting the one that came first does no harm. */
const MOST_CLIENTS = 20_000;

/**
 * Holds back who asks too often, in the memory of this process: a look-up is asked with nearly every key and must
 * not cost a write, and nothing is guessed by it, so that a restart may forget.
 */
export function createClientRate({ burst, everyMs }: Rate): ClientRate {
  const freeAt = new Map<string, number>();
  return (client, now) => {
    const time = now.getTime();
    const free = Math.max(freeAt.get(client) ?? 0, time);
    const wait = free - time - (burst - 1) * everyMs;
    if (wait > 0) return wait;
    freeAt.delete(client);
    freeAt.set(client, free + everyMs);
    const [oldest] = freeAt.keys();
    if (freeAt.size > MOST_CLIENTS && oldest !== undefined) freeAt.delete(oldest);
    return 0;
  };
}
