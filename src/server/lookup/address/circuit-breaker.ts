import type { OnFault } from '#server/http/error-log.ts';

export type CircuitBreakerSettings = {
  /** How long a call may take, in milliseconds. */
  readonly limitMs: number;
  readonly clock: () => Date;
  readonly onFault: OnFault;
};

/** After so many failures in a row the service is not called … */
const FAILURES = 3;
/** … for so long; then one call tries it again. */
const REST_MS = 30_000;

/**
 * Guards the calls of a service that may be slow or down: each has a time limit, and after some failures in a row the
 * service is not called for a while.
 *
 * @returns a function that runs a call and never rejects: its list, or an empty one
 */
export function createCircuitBreaker({ limitMs, clock, onFault }: CircuitBreakerSettings) {
  let failures = 0;
  let restsUntil = 0;
  return async <T>(work: (signal: AbortSignal) => Promise<readonly T[]>): Promise<readonly T[]> => {
    const now = clock().getTime();
    if (now < restsUntil) return [];
    // While one call tries whether the service is back, the others do not wait with it.
    if (failures >= FAILURES) restsUntil = now + REST_MS;
    try {
      const list = await work(AbortSignal.timeout(limitMs));
      failures = 0;
      restsUntil = 0;
      return list;
    } catch (error) {
      failures += 1;
      if (failures >= FAILURES) restsUntil = clock().getTime() + REST_MS;
      onFault('the address service', error);
      return [];
    }
  };
}
