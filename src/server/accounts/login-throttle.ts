import type { Transaction } from '../database/database.ts';
import {
  CLIENT_LIMITS,
  consumeFirst,
  type KeyedRate,
  customerOf,
  networkOf,
  networkRates,
} from '../limits/client-limits.ts';
import type { Backoff, LimitTry, Rate } from '../limits/limit-steps.ts';
import type { Limits } from '../limits/database-limits.ts';
import type { MemoryLimits } from '../limits/memory-limits.ts';
import { requireNoWait } from '../http/refusal.ts';
import { canonicalAddress } from './email-address.ts';
import {
  accountBackoff,
  ALARM_AGAIN,
  clientBackoff,
  deviceBackoff,
  countGuess,
  NOTIFY_OWNER_AGAIN,
  NOTIFY_OWNER_AT,
  WRONG_IN_ALL,
  WRONG_PER_CLIENT,
} from './guess-limits.ts';
import type { CoreServices } from '../start/core-services.ts';
import { accountTexts } from '#texts/say.ts';

/** The client of a log-in and the attempted username. */
export type Guesser = {
  readonly username: string;
  readonly address: string;
  /** ID of a browser that the account's owner has used. */
  readonly deviceId: string | undefined;
};

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

type ThrottleServices = Pick<
  CoreServices,
  'audit' | 'jobs' | 'limits' | 'log' | 'memoryLimits' | 'steadyClock'
>;

export function createLoginThrottle(services: ThrottleServices) {
  const { limits, memoryLimits, steadyClock } = services;
  return {
    /** Counts in memory, so that a flood costs neither statements nor hashes. @throws TooManyRequests */
    rejectEarly(guesser: Guesser): void {
      const waitMs = consumeFirst(memoryLimits, ratesOf('login', guesser, CLIENT_LIMITS.login));
      requireNoWait(waitMs, accountTexts.manyPasswords);
    },
    /** Counts a try before the password is compared, also for unknown names. @throws TooManyRequests */
    async enter(guesser: Guesser) {
      const now = steadyClock();
      const { tries, waitMs, shared } = await countTry(limits, guesser, now);
      requireNoWait(waitMs, accountTexts.manyPasswords);
      const refund = consumeOfAccount(memoryLimits, guesser);
      return {
        fail() {
          refund();
          return recordFailure(services, guesser, tries);
        },
        /** Forgets what this browser counted; of what strangers share, only this try: they could see more. */
        async succeed(transaction: Transaction) {
          const { username, deviceId } = guesser;
          for (const { key } of shared) await limits.refund(key, transaction);
          if (deviceId !== undefined)
            await limits.forget([deviceBackoff(username, deviceId).key], transaction);
        },
      };
    },
  };
}

/** Returns the key of a log-in's queue: of the known devices of its network, or of the others. */
export function sourceOf({ address, deviceId }: Guesser): string {
  return `${deviceId === undefined ? 'client' : 'known'}:${customerOf(address)}`;
}

/**
 * Consumes a log-in of the account: each one makes another device known, with its own allowance.
 * @returns a refund, because only the right password counts: strangers block nobody
 * @throws TooManyRequests
 */
function consumeOfAccount(memoryLimits: MemoryLimits, { username }: Guesser): () => void {
  const key = `login:account:${username}`;
  const waitMs = memoryLimits.consume(key, CLIENT_LIMITS.login);
  requireNoWait(waitMs, accountTexts.manyPasswords);
  return () => memoryLimits.refund(key, CLIENT_LIMITS.login);
}

/** Returns the allowances of a known device, or of the client's networks. */
function ratesOf(prefix: string, { address, deviceId }: Guesser, rate: Rate): readonly KeyedRate[] {
  if (deviceId !== undefined) return [{ key: `${prefix}:device:${deviceId}`, rate }];
  return networkRates(`${prefix}:client`, address, rate);
}

type CountedTry = LimitTry & {
  /** What counted it for all unknown browsers, in order. */
  readonly shared: readonly Backoff[];
};

/** Counts a try. A known device without tries left counts as unknown. */
async function countTry(limits: Limits, guesser: Guesser, now: Date): Promise<CountedTry> {
  const { username, address, deviceId } = guesser;
  const rates = [
    ...ratesOf('login', guesser, CLIENT_LIMITS.login).map((step) => ({ kind: 'consume', ...step }) as const),
    ...ratesOf('wrong', guesser, WRONG_PER_CLIENT).map((step) => ({ kind: 'peek', ...step }) as const),
  ];
  const backoffs = [clientBackoff(username, networkOf(address)), accountBackoff(username)];
  const isKnown = deviceId !== undefined;
  if (isKnown) {
    const own = await countGuess(limits, { rates, backoffs: [deviceBackoff(username, deviceId)] }, now);
    if (!own.isSpent) return { ...own, shared: [] };
  }
  const counted = await countGuess(limits, { rates: isKnown ? [] : rates, backoffs }, now);
  return { ...counted, shared: backoffs };
}

async function recordFailure(services: ThrottleServices, guesser: Guesser, tries: number): Promise<void> {
  const { audit, limits, jobs, steadyClock } = services;
  const { username } = guesser;
  const network = networkOf(guesser.address);
  const now = steadyClock();
  await limits.debit(ratesOf('wrong', guesser, WRONG_PER_CLIENT), now);
  if ((await limits.consume('wrong', WRONG_IN_ALL, now)) > 0) {
    if ((await limits.consume('alarm', ALARM_AGAIN, now)) === 0) await raiseAlarm(services, network);
  }
  // A password can have been typed as the name.
  if (tries < NOTIFY_OWNER_AT || canonicalAddress(username) === undefined) return;
  if ((await limits.consume(`notified:${username}`, NOTIFY_OWNER_AGAIN, now)) > 0) return;
  await audit.record({ kind: 'many-failures', username, client: network, result: 'refused' });
  await jobs.sendMailJob({ kind: 'many-failures', username });
}

/** Reports wrong passwords for many accounts, at most once a minute. */
async function raiseAlarm({ audit, log }: ThrottleServices, client: string): Promise<void> {
  log.warn('many wrong passwords for many accounts: somebody may be guessing');
  const event = { kind: 'many-failures', username: '', client, result: 'refused' } as const;
  await audit.record({ ...event, detail: 'everywhere' });
}
