import type { Backoff, LimitStep, Rate, LimitTry } from '../limits/limit-steps.ts';
import type { Limits } from '../limits/database-limits.ts';

const SECOND = 1000;
const HOUR = 3_600_000;

/** Wrong passwords or codes per client: twenty a minute (OWASP ASVS 6.3.1). Right ones are not counted. */
export const WRONG_PER_CLIENT: Rate = { burst: 20, everyMs: 3 * SECOND };

/** Wrong passwords over all accounts. More indicate a bulk attack, reported to the operator. */
export const WRONG_IN_ALL: Rate = { burst: 200, everyMs: SECOND / 3 };
export const ALARM_AGAIN: Rate = { burst: 1, everyMs: 60 * SECOND };

/** Wrong passwords before the owner gets an email. Once a day at most. */
export const NOTIFY_OWNER_AT = 10;
export const NOTIFY_OWNER_AGAIN: Rate = { burst: 1, everyMs: 24 * HOUR };

/** Maximum consecutive wrong tries at one secret without a mail in between (NIST SP 800-63B-4). */
const MOST = 100;

/** Backoff per account and client: five passwords, then waits. */
export function clientBackoff(username: string, network: string): Backoff {
  return { key: `password:${username}:client:${network}`, free: 5, resetAfterMs: 24 * HOUR };
}

/** Backoff of a browser used by the owner. Strangers cannot spend its tries. */
export function deviceBackoff(username: string, deviceId: string): Backoff {
  return {
    key: `password:${username}:device:${deviceId}`,
    free: 5,
    most: MOST,
    resetAfterMs: 30 * 24 * HOUR,
  };
}

/** Backoff of an account for all unknown clients. Four can fail before others wait; once spent, only known devices. */
export function accountBackoff(username: string): Backoff {
  return { key: `password:${username}`, free: 20, most: MOST, resetAfterMs: 30 * 24 * HOUR };
}

/**
 * Backoff for codes of an account over all resends. Two can be used up without a wait. A day after the last try the
 * owner can finish, whatever strangers did. A request that identifies its sign-up has its own count.
 */
export function codeBackoff(username: string, signupHash?: Buffer): Backoff {
  const whose = signupHash ? `${username}:${signupHash.toString('base64url')}` : username;
  return { key: `code:${whose}`, free: 10, most: MOST, resetAfterMs: 24 * HOUR };
}

/** The limits of one try: rates first, then backoffs, in order. */
export type TryLimits = { readonly rates: readonly LimitStep[]; readonly backoffs: readonly Backoff[] };

/** Counts one try in every backoff, or in none if refused. Call before the try. @returns the last result */
export async function countGuess(
  limits: Limits,
  { rates, backoffs }: TryLimits,
  now: Date,
): Promise<LimitTry> {
  const tries = backoffs.map((backoff): LimitStep => ({ kind: 'try', backoff }));
  const results = await limits.runSteps([...rates, ...tries], now);
  const last = results.at(-1) ?? { tries: 0, waitMs: 0, isSpent: false };
  if (last.waitMs === 0) return last;
  const counted = backoffs.slice(0, Math.max(0, results.length - 1 - rates.length));
  for (const { key } of counted) await limits.refund(key);
  return last;
}
