import type { FastifyRequest } from 'fastify';
import type { ClientLimits } from '../limits/client-limits.ts';
import { createKeyedQueue, pauseByQueueLength } from '../limits/bounded-queue.ts';
import type { MemoryLimits } from '../limits/memory-limits.ts';
import type { Rate } from '../limits/limits.ts';
import { stillBusyRefusal, TooManyRequests } from '../http/refusal.ts';
import { say } from '#texts/say.ts';
import { refusalTexts } from '#generated/texts.ts';

/**
 * What one student may ask of one server: 300 small calls at once, and then 20 a second. A page that opens makes ten, and
 * saves once a second while somebody types; several windows at once are far below.
 */
const RATE: Rate = { burst: 300, everyMs: 50 };
/** Whatever is sent costs as much as a call for so many bytes, … */
const SENT_BYTES = 16 * 1024;
/** … and an application for so many: each save writes it, and reading it again and again costs as much. */
const STORED_BYTES = 32 * 1024;
/** What is sent without its length named counts for as much as can be. */
const UNKNOWN_BYTES = 256 * 1024;

/**
 * A transaction that waits for the application keeps a connection of ten: one student has three at most, so that nobody
 * else waits for it. As many as that, because a call may wait for a file while others save.
 */
const AT_ONCE = 3;
const WAITING = 50;

/** More students at once are rare; one who is forgotten costs a query. */
const MOST_TOKENS = 20_000;

/** Whose session it is, and how many bytes their answers take, about. */
type SessionCost = { readonly studentId: string; readonly size: number };

/**
 * Rate limits of one student over all sessions, by the cost of calls.
 *
 * In the memory of this process, so that a rejected call costs nothing. Several servers count separately.
 */
export type StudentLimits = {
  /**
   * Looks up a session in the queue of its student.
   *
   * Unknown tokens can be made up: they are limited and queued by client.
   *
   * @throws TooManyRequests
   */
  lookUp<T>(request: FastifyRequest, token: string, find: () => Promise<T>): Promise<T>;
  /** Consumes a call of a known session. @returns false for an unknown one. @throws TooManyRequests */
  consumeKnown(request: FastifyRequest, token: string): boolean;
  /** Whether a session has called before, or there is none. */
  isKnown(token: string | undefined): boolean;
  /** Remembers whose session it is and its cost, for later calls. */
  remember(token: string, session: SessionCost): void;
  /** Queues work of a session behind the student's other work. @throws TooManyRequests when the queue is full */
  readonly queue: <T>(token: string, work: () => Promise<T>) => Promise<T>;
};

type LimitSources = {
  readonly memoryLimits: MemoryLimits;
  readonly clientLimits: ClientLimits;
  /** Default: as in service. */
  readonly callsAtOnce?: number | undefined;
};

export function createStudentLimits({
  memoryLimits,
  clientLimits,
  callsAtOnce = AT_ONCE,
}: LimitSources): StudentLimits {
  const rejectEarly = clientLimits.rejectEarly('session');
  const known = new Map<string, SessionCost>();
  const limits = { atOnce: callsAtOnce, waiting: WAITING, full: stillBusyRefusal, pause: pauseByQueueLength };
  const queue = createKeyedQueue(limits);
  // Of its own: the look-up is over before the work of the call waits for its turn.
  const lookUps = createKeyedQueue(limits);
  return {
    async lookUp(request, token, find) {
      const session = known.get(token);
      if (session !== undefined) return lookUps(session.studentId, find);
      await rejectEarly(request);
      return clientLimits.queue(request, find);
    },
    isKnown: (token) => token === undefined || known.has(token),
    consumeKnown(request, token) {
      const session = known.get(token);
      if (session === undefined) return false;
      const wait = memoryLimits.consume(`student:${session.studentId}`, RATE, costOf(request, session));
      if (wait > 0)
        throw new TooManyRequests(wait, (time) => say(refusalTexts.manyOfStudent, { wait: time }));
      return true;
    },
    remember(token, session) {
      // The map goes by age: what is kept now is its newest.
      known.delete(token);
      known.set(token, session);
      const [oldest] = known.keys();
      if (known.size > MOST_TOKENS && oldest !== undefined) known.delete(oldest);
    },
    queue: (token, work) => queue(known.get(token)?.studentId ?? token, work),
  };
}

function costOf({ headers }: FastifyRequest, { size }: SessionCost): number {
  const sent = headers['transfer-encoding'] === undefined ? headers['content-length'] : UNKNOWN_BYTES;
  const cost = 1 + Math.floor(Number(sent ?? 0) / SENT_BYTES) + Math.floor(size / STORED_BYTES);
  return Math.min(cost, RATE.burst);
}
