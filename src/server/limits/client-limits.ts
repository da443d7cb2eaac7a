import type { FastifyRequest } from 'fastify';
import { requireNoWait, TooManyRequests } from '../http/refusal.ts';
import { createKeyedQueue, type QueueLimits } from './bounded-queue.ts';
import type { Rate } from './limit-steps.ts';
import type { Limits } from './database-limits.ts';
import type { MemoryLimits } from './memory-limits.ts';
import { refusalTexts } from '#texts/say.ts';
import { isIPv6 } from 'node:net';

const SECOND = 1000;

/**
 * Rates of one client, whether calls succeed or not. Each burst suffices for a computer room of sixty behind one
 * address, twice; the rest limits an attacker. Wrong tries have tighter limits.
 */
export const CLIENT_LIMITS = {
  /** Costs a hash. */
  login: { burst: 120, everyMs: SECOND / 2 },
  /** Costs only a server signature; each opened log-in card requests one. In memory only. */
  challenge: { burst: 600, everyMs: SECOND / 10 },
  /** Costs a query and a signature check. */
  passkey: { burst: 120, everyMs: SECOND / 2 },
  /** Costs a hash, a row and a possibly unwanted mail: 180 an hour after the burst. */
  signup: { burst: 120, everyMs: 20 * SECOND },
  /** Costs two statements; sixty students with one typing error each. */
  confirm: { burst: 120, everyMs: 2 * SECOND },
  /** Costs a possibly unwanted mail. */
  resend: { burst: 120, everyMs: 20 * SECOND },
  forgot: { burst: 120, everyMs: 20 * SECOND },
  /** Costs a hash before the link is checked; a class does not reset its passwords together. */
  reset: { burst: 60, everyMs: 5 * SECOND },
  /** Costs a query for an unknown session, as after a restart. In memory only: a token cannot be guessed. */
  session: { burst: 600, everyMs: SECOND / 10 },
  /** Costs reading the fields of a form that this service did not sign. In memory only. */
  upload: { burst: 240, everyMs: SECOND },
  /** What a link leads to, by token: it is opened once, guessing is hopeless. In memory only. */
  token: { burst: 60, everyMs: SECOND },
  /** Renders a PDF, about a second of one core; a class requests its copies together. */
  pdf: { burst: 120, everyMs: 2 * SECOND },
} as const satisfies Readonly<Record<string, Rate>>;

/** Codes and links of a customer in their order. Further ones come after those of others. */
const MAILS: Rate = { burst: 30, everyMs: 10 * SECOND };

type LimitedCall = keyof typeof CLIENT_LIMITS;

export type ClientLimits = ReturnType<typeof createClientLimits>;

type LimitSources = {
  readonly limits: Limits;
  readonly memoryLimits: MemoryLimits;
  readonly clock: () => Date;
};

/** Enough for a computer room, without delaying others' saves noticeably. */
const QUEUE: QueueLimits = {
  atOnce: 4,
  // The largest burst of each call, and an audit event for each.
  waiting: 500,
  full: () => new TooManyRequests(5 * SECOND, refusalTexts.manyRequests),
};

/** Creates rate limits for public calls, by network. */
export function createClientLimits({ limits, memoryLimits, clock }: LimitSources) {
  const queues = createKeyedQueue(QUEUE);
  /** Queues work of one client, by default its customer, to limit delays for others. */
  const queue = <T>({ ip }: FastifyRequest, work: () => Promise<T>, client = customerOf(ip)) =>
    queues(client, work);
  /** Consumes in the database, shared by all servers. */
  const consume = async (call: LimitedCall, { ip }: FastifyRequest): Promise<void> => {
    const steps = networkRates(`${call}:client`, ip, CLIENT_LIMITS[call]);
    const results = await limits.runSteps(
      steps.map((step) => ({ kind: 'consume', ...step })),
      clock(),
    );
    requireNoWait(results.at(-1)?.waitMs ?? 0, refusalTexts.manyRequests);
  };
  return {
    queue,
    consume,
    /** Returns a hook that counts in memory before reading anything, so that a flood costs no statements. */
    rejectEarly:
      (call: LimitedCall) =>
      async ({ ip }: FastifyRequest) =>
        requireNoWait(
          consumeFirst(memoryLimits, networkRates(`${call}:client`, ip, CLIENT_LIMITS[call])),
          refusalTexts.manyRequests,
        ),
    /** Whether a code or link comes after those of others, so that no customer fills their line. */
    isMailBehind: (ip: string): boolean => memoryLimits.consume(`mails:client:${customerOf(ip)}`, MAILS) > 0,
    /** Refunds a trusted caller's consumption by `rejectEarly`. */
    refund: (call: LimitedCall, { ip }: FastifyRequest) => {
      for (const { key, rate } of networkRates(`${call}:client`, ip, CLIENT_LIMITS[call]))
        memoryLimits.refund(key, rate);
    },
    /** Consumes one in the client's queue, then runs the work. */
    run: <T>(call: LimitedCall, request: FastifyRequest, work: () => Promise<T>) =>
      queue(request, async () => {
        await consume(call, request);
        return work();
      }),
  };
}

/** A limit's key and rate. */
export type KeyedRate = { readonly key: string; readonly rate: Rate };

/** Wider IPv6 networks of one customer, with how many times the allowance of a /64 each has. */
const WIDER = [
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const;

/** Returns the allowances of an address, narrowest first. An IPv6 customer can have a /64, a /56 or a /48. */
export function networkRates(prefix: string, address: string, rate: Rate): readonly KeyedRate[] {
  const network = networkOf(address);
  const own = { key: `${prefix}:${network}`, rate };
  const [first, second, third, fourth] = network.split(':');
  if (fourth === undefined) return [own];
  const start = fourth.padStart(4, '0').slice(0, 2);
  return [
    own,
    ...WIDER.map(({ bits, times }) => ({
      key: `${prefix}:${[first, second, third, ...(bits === 56 ? [start] : [])].join(':')}/${bits}`,
      rate: { burst: rate.burst * times, everyMs: rate.everyMs / times },
    })),
  ];
}

/** Consumes one of each rate up to the first that is used up. @returns the milliseconds to wait */
export function consumeFirst(memoryLimits: MemoryLimits, rates: readonly KeyedRate[]): number {
  for (const { key, rate } of rates) {
    const waitMs = memoryLimits.consume(key, rate);
    if (waitMs > 0) return waitMs;
  }
  return 0;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** IPv6 groups that a provider assigns to one household, of eight. */
const NETWORK_GROUPS = 4;

/** Returns the network that an address counts toward. The IPv4 address, or the IPv6 /64 of one customer. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? groupsOf(plain).slice(0, NETWORK_GROUPS).join(':') : address;
}

/** Returns the network of one customer: the IPv4 address, or the IPv6 /48. */
export function customerOf(address: string): string {
  return networkOf(address).split(':').slice(0, 3).join(':');
}

/** Expands an IPv6 address to eight groups in canonical spelling. */
function groupsOf(address: string): readonly string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [start = [], end = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end];
}
