import type { FastifyRequest } from 'fastify';
import { type ClientLimits, customerOf } from '../limits/client-limits.ts';
import { createKeyedQueue } from '../limits/bounded-queue.ts';
import type { MemoryLimits } from '../limits/memory-limits.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { isSessionToken } from '../http/secret-token.ts';
import type { ServerSecret } from '../database/server-secret.ts';
import { requireNoWait, stillBusyRefusal } from '../http/refusal.ts';
import { refusalTexts } from '#texts/say.ts';

/** Rate per student: 300 small calls at once, then 20/s. A page makes ten on opening, then one per second. */
const RATE: Rate = { burst: 300, everyMs: 50 };
/** Rate of all students of a network together: the work of a third of a core, and of a thousand students. */
const NETWORK_RATE: Rate = { burst: 1000, everyMs: 10 };
/** What each student has once the others of the network have used that up: several submits, and a save each second. */
const SHARE: Rate = { burst: 60, everyMs: 1000 };
/** Request bytes that cost as much as one call. */
const SENT_BYTES = 16 * 1024;
/** Stored bytes that cost as much as one call: saves write the whole application, and other calls read it. */
const STORED_BYTES = 32 * 1024;
/** Calls that cost as much as a download or a long call. */
const LONG_COST = 10;
/** Assumed size of requests without a content length: the maximum. */
const UNKNOWN_BYTES = 256 * 1024;
/** Length of an answer that costs as much as one call. */
const ANSWER_LENGTH = 32 * 1024;

/** Limits concurrent calls per student, whose locks hold connections, to three of ten, so others can save. */
const AT_ONCE = 3;
const WAITING = 50;
const PATIENCE_MS = 10_000;
/** Limits concurrent calls per network, however many students it has, so that others wait for a few of it alone. */
const AT_ONCE_OF_NETWORK = 16;
const WAITING_OF_NETWORK = 5000;

/** Clients on the machine of the server, such as load tests. */
const LOOPBACK = '127.0.0.1';

/** More concurrent students are rare; a forgotten one costs a query. */
const MOST_TOKENS = 20_000;

/** Student, log pseudonym, and approximate size of the answers in bytes. */
type KnownSession = { readonly studentId: string; readonly logId: string; readonly size: number };

export type StudentLimits = ReturnType<typeof createStudentLimits>;

type LimitSources = {
  readonly memoryLimits: MemoryLimits;
  readonly clientLimits: ClientLimits;
  readonly secret: ServerSecret;
  /** Default: the production value. */
  readonly callsAtOnce?: number | undefined;
};

/** Creates rate limits per student by call cost, in process memory. */
export function createStudentLimits({
  memoryLimits,
  clientLimits,
  secret,
  callsAtOnce = AT_ONCE,
}: LimitSources) {
  const rejectEarly = clientLimits.rejectEarly('session');
  const known = new Map<string, KnownSession>();
  const limits = { atOnce: callsAtOnce, waiting: WAITING, patienceMs: PATIENCE_MS, full: stillBusyRefusal };
  const queue = createKeyedQueue(limits);
  // Separate: the look-up ends before the call's own work is queued.
  const lookUps = createKeyedQueue(limits);
  const networks = createKeyedQueue({ ...limits, atOnce: AT_ONCE_OF_NETWORK, waiting: WAITING_OF_NETWORK });
  return {
    /** Looks up a session in its student's queue; made-up tokens are limited by client. @throws TooManyRequests */
    async lookUp<T>(request: FastifyRequest, token: string, find: () => Promise<T>): Promise<T> {
      const network = customerOf(request.ip);
      const session = known.get(token);
      if (session || isSessionToken(secret, token)) {
        // One that has not called before can have ended, of which a network can have many.
        if (!session && network !== LOOPBACK)
          requireNoWait(memoryLimits.consume(`sessions:${network}`, NETWORK_RATE), refusalTexts.manyRequests);
        return lookUps(session?.studentId ?? token, () => networks(network, find));
      }
      await rejectEarly(request);
      return clientLimits.queue(request, find);
    },
    /** Returns data of a session that has called before. */
    known: (token: string) => known.get(token),
    /** Whether a session has called before, or there is none. */
    isKnown: (token: string | undefined) => token === undefined || known.has(token),
    /** Consumes a call of a known session. @returns false for an unknown one. @throws TooManyRequests */
    consumeKnown(request: FastifyRequest, token: string): boolean {
      const session = known.get(token);
      if (session === undefined) return false;
      const cost = costOf(request, session);
      const wait = memoryLimits.consume(`student:${session.studentId}`, RATE, cost);
      requireNoWait(wait, refusalTexts.manyOfStudent);
      const network = customerOf(request.ip);
      if (network === LOOPBACK) return true;
      const isSpent = memoryLimits.consume(`students:${network}`, NETWORK_RATE, cost) > 0;
      const shareWait = isSpent ? memoryLimits.consume(`share:${session.studentId}`, SHARE, cost) : 0;
      requireNoWait(shareWait, refusalTexts.manyRequests);
      return true;
    },
    /** Debits the cost of an answer from its student, once its length is known. */
    debitAnswer(token: string | undefined, answer: unknown): void {
      const session = token === undefined ? undefined : known.get(token);
      if (session === undefined || !(typeof answer === 'string' || Buffer.isBuffer(answer))) return;
      memoryLimits.debit(`student:${session.studentId}`, RATE, Math.floor(answer.length / ANSWER_LENGTH));
    },
    /** Stores a session's student and cost for later calls. */
    remember(token: string, session: KnownSession): void {
      // Maps keep insertion order: reinsert it as the newest.
      known.delete(token);
      known.set(token, session);
      const [oldest] = known.keys();
      if (known.size > MOST_TOKENS && oldest !== undefined) known.delete(oldest);
    },
    /** Forgets an ended session, which would spend its student's rate. */
    forget: (token: string) => void known.delete(token),
    /** Queues work of a student, of which a few run at once. @throws TooManyRequests when the queue is full */
    queue<T>(request: FastifyRequest, token: string, work: () => Promise<T>) {
      const student = known.get(token)?.studentId ?? token;
      // Downloads can last; they hold up other downloads of their student alone.
      if (request.routeOptions.config.isDownload) return queue(`download:${student}`, work);
      // It waits in another queue of its network.
      if (isHashing(request)) return queue(student, work);
      return queue(student, () => networks(customerOf(request.ip), work));
    },
  };
}

/** Whether a call waits for a hash: its route takes a password. */
const isHashing = ({ body, routeOptions: { schema } }: FastifyRequest): boolean =>
  schema?.body !== undefined && typeof body === 'object' && body !== null && 'password' in body;

function costOf({ headers, routeOptions: { config } }: FastifyRequest, { size }: KnownSession): number {
  const sent = headers['transfer-encoding'] === undefined ? headers['content-length'] : UNKNOWN_BYTES;
  const own = config.isDownload || config.isLong ? LONG_COST : 1;
  const cost = own + Math.floor(Number(sent ?? 0) / SENT_BYTES) + Math.floor(size / STORED_BYTES);
  return Math.min(cost, RATE.burst);
}
