import type { FastifyRequest } from 'fastify';
import { TooManyRequests } from '../http/refusal.ts';
import { createKeyedQueue, type QueueLimits, pauseByQueueLength } from './bounded-queue.ts';
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
  /** Renders a PDF, about a second of one core; a class requests its copies together. */
  pdf: { burst: 120, everyMs: 2 * SECOND },
} as const satisfies Readonly<Record<string, Rate>>;

type LimitedCall = keyof typeof CLIENT_LIMITS;

/** Rate limits for public calls, by network. */
export interface ClientLimits {
  /** Hook that counts in memory before anything is read, so that a flood costs no statement. */
  rejectEarly(call: LimitedCall): (request: FastifyRequest) => Promise<void>;
  /** Consumes in the database, for all servers together. */
  consume(call: LimitedCall, request: FastifyRequest): Promise<void>;
  /** Refunds what {@link ClientLimits.rejectEarly} consumed for a trusted caller. */
  refund(call: LimitedCall, request: FastifyRequest): void;
  /**
   * Queues work of one client with a concurrency of 4, so that no client delays others for long.
   *
   * @param client the network of the request when left out
   */
  queue<T>(request: FastifyRequest, work: () => Promise<T>, client?: string): Promise<T>;
  /** Consumes one in the client's queue, and then does the work. */
  run<T>(call: LimitedCall, request: FastifyRequest, work: () => Promise<T>): Promise<T>;
}

type LimitSources = {
  readonly limits: Limits;
  readonly memoryLimits: MemoryLimits;
  readonly clock: () => Date;
};

/** Enough for a computer room, and few enough that others' saves hardly wait. */
const QUEUE: QueueLimits = {
  atOnce: 4,
  // The largest burst of each call, and a line of the trail for each.
  waiting: 500,
  full: () => new TooManyRequests(5 * SECOND, tooOften),
  pause: pauseByQueueLength,
};

export function createClientLimits({ limits, memoryLimits, clock }: LimitSources): ClientLimits {
  const queues = createKeyedQueue(QUEUE);
  const queue: ClientLimits['queue'] = ({ ip }, work, client = networkOf(ip)) => queues(client, work);
  const consume: ClientLimits['consume'] = async (call, request) =>
    refuseFor(await limits.consume(keyOf(call, request), CLIENT_LIMITS[call], clock()));
  return {
    queue,
    consume,
    rejectEarly: (call) => async (request) =>
      refuseFor(memoryLimits.consume(keyOf(call, request), CLIENT_LIMITS[call])),
    refund: (call, request) => memoryLimits.refund(keyOf(call, request), CLIENT_LIMITS[call]),
    run: (call, request, work) =>
      queue(request, async () => {
        await consume(call, request);
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
 * The network that an address is counted by: IPv4 address or IPv6 /64.
 *
 * One customer holds all addresses of a /64.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? groupsOf(plain).slice(0, NETWORK_GROUPS).join(':') : address;
}

/** Expands an IPv6 address to eight groups in canonical spelling. */
function groupsOf(address: string): readonly string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [start = [], end = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end];
}
