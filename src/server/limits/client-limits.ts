import type { FastifyRequest } from 'fastify';
import { TooManyRequests } from '../http/refusal.ts';
import { createKeyedQueue, type QueueLimits, restByWaiting } from './bounded-queue.ts';
import type { Limits, Rate } from './limits.ts';
import type { MemoryLimits } from './memory-limits.ts';
import { say } from '#texts/say.ts';
import { refusalTexts } from '#generated/texts.ts';
import { isIPv6 } from 'node:net';

const SECOND = 1000;

/**
 * What one client may ask for, whether it succeeds or not. A client may be a computer room of sixty behind one
 * address, so each burst lets sixty students do the thing twice; what comes after it is what one attacker gets.
 * Wrong tries have tighter bounds of their own.
 */
export const CLIENT_LIMITS = {
  /** Costs a hash. */
  login: { burst: 120, everyMs: SECOND / 2 },
  /** Costs nothing but a signature of the server; each log-in card that is opened asks for one. In memory alone. */
  challenge: { burst: 600, everyMs: SECOND / 10 },
  /** Costs a query and the check of a signature. */
  passkey: { burst: 120, everyMs: SECOND / 2 },
  /** Costs a hash, a row and a mail to somebody who may not have asked: 180 an hour after the burst. */
  signup: { burst: 120, everyMs: 20 * SECOND },
  /** Costs two statements; sixty students with a typing error each. */
  confirm: { burst: 120, everyMs: 2 * SECOND },
  /** Cost a mail to somebody who may not have asked. */
  resend: { burst: 120, everyMs: 20 * SECOND },
  forgot: { burst: 120, everyMs: 20 * SECOND },
  /** Costs a hash before the link is looked at; a class does not reset its passwords together. */
  reset: { burst: 60, everyMs: 5 * SECOND },
  /**
   * Costs a query for a session that this server does not know; sixty students come back after a restart with some calls
   * each. In memory alone: a token cannot be guessed.
   */
  session: { burst: 600, everyMs: SECOND / 10 },
  /** Costs the reading of a form, most of which are refused before their file is. */
  upload: { burst: 240, everyMs: SECOND },
  /** A temporary answer or a service view by its token: a link is opened once, a guess is hopeless. */
  token: { burst: 60, everyMs: SECOND },
  /** Has a PDF drawn, about a second of one core; a class asks for its copies together. */
  pdf: { burst: 120, everyMs: 2 * SECOND },
} as const satisfies Readonly<Record<string, Rate>>;

type LimitedCall = keyof typeof CLIENT_LIMITS;

/** Limits for calls that anybody may make: 429 for a client that calls too often. */
export interface ClientLimits {
  /** Hook before anything is read: counts in memory, so that what is too much costs no statement. */
  shed(call: LimitedCall): (request: FastifyRequest) => Promise<void>;
  /** Counts in the database, for all servers together. */
  take(call: LimitedCall, request: FastifyRequest): Promise<void>;
  /** Gives back what {@link ClientLimits.shed} took from one who is no stranger. */
  giveBack(call: LimitedCall, request: FastifyRequest): void;
  /**
   * Does work of one client when its turn comes: few at once, so that others wait for no more than those.
   *
   * @param client the network of the request when left out
   */
  inTurn<T>(request: FastifyRequest, work: () => Promise<T>, client?: string): Promise<T>;
  /** Takes one in the turn of the client, and then does the work. */
  run<T>(call: LimitedCall, request: FastifyRequest, work: () => Promise<T>): Promise<T>;
}

type LimitSources = {
  readonly limits: Limits;
  readonly memoryLimits: MemoryLimits;
  readonly clock: () => Date;
};

/** What runs of one client: enough for a computer room, and few to wait for where somebody else saves. */
const TURNS: QueueLimits = {
  atOnce: 4,
  // The largest burst of each call, and a line of the trail for each.
  waiting: 500,
  full: () => new TooManyRequests(5 * SECOND, tooOften),
  rest: restByWaiting,
};

export function createClientLimits({ limits, memoryLimits, clock }: LimitSources): ClientLimits {
  const queue = createKeyedQueue(TURNS);
  const inTurn: ClientLimits['inTurn'] = ({ ip }, work, client = networkOf(ip)) => queue(client, work);
  const take: ClientLimits['take'] = async (call, request) =>
    refuseFor(await limits.take(keyOf(call, request), CLIENT_LIMITS[call], clock()));
  return {
    inTurn,
    take,
    shed: (call) => async (request) =>
      refuseFor(memoryLimits.take(keyOf(call, request), CLIENT_LIMITS[call])),
    giveBack: (call, request) => memoryLimits.giveBack(keyOf(call, request), CLIENT_LIMITS[call]),
    run: (call, request, work) =>
      inTurn(request, async () => {
        await take(call, request);
        return work();
      }),
  };
}

function keyOf(call: LimitedCall, { ip }: FastifyRequest): string {
  return `${call}:client:${networkOf(ip)}`;
}

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw new TooManyRequests(waitMs, tooOften);
}

function tooOften(wait: string): string {
  return say(refusalTexts.manyRequests, { wait });
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Of eight groups, those that a provider gives to one household. */
const NETWORK_GROUPS = 4;

/**
 * Whom requests from an address are counted for: an IPv4 address, or the /64 network of an IPv6 one, of which
 * one customer holds all the addresses.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? groupsOf(plain).slice(0, NETWORK_GROUPS).join(':') : address;
}

/** All eight groups, written one way: the URL standard shortens every spelling to the same. */
function groupsOf(address: string): readonly string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [start = [], end = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end];
}
