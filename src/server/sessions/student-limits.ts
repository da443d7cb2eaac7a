import type { FastifyRequest } from 'fastify';
import type { ClientLimits } from '../limits/client-limits.ts';
import { createKeyedQueue } from '../limits/bounded-queue.ts';
import type { MemoryLimits } from '../limits/memory-limits.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { stillBusyRefusal, TooManyRequests } from '../http/refusal.ts';
import { say, refusalTexts } from '#texts/say.ts';

/** Rate of one student: 300 small calls at once, then 20 a second. A page makes ten to open, then one a second. */
const RATE: Rate = { burst: 300, everyMs: 50 };
/** Whatever is sent costs as much as a call for so many bytes, … */
const SENT_BYTES = 16 * 1024;
/** … and an application for so many: each save writes it, and reading it again and again costs as much. */
const STORED_BYTES = 32 * 1024;
/** What is sent without its length named counts for as much as can be. */
const UNKNOWN_BYTES = 256 * 1024;

/** Limits the connections that locks of one student hold to three of ten: a call can wait while others save. */
const AT_ONCE = 3;
const WAITING = 50;

/** More students at once are rare; one who is forgotten costs a query. */
const MOST_TOKENS = 20_000;

/** Whose session it is, their name in the log, and how many bytes their answers take, about. */
type KnownSession = { readonly studentId: string; readonly logId: string; readonly size: number };

export type StudentLimits = ReturnType<typeof createStudentLimits>;

type LimitSources = {
  readonly memoryLimits: MemoryLimits;
  readonly clientLimits: ClientLimits;
  /** Default: as in service. */
  readonly callsAtOnce?: number | undefined;
};

/** Creates rate limits of each student by the cost of calls, in the memory of this process. */
export function createStudentLimits({ memoryLimits, clientLimits, callsAtOnce = AT_ONCE }: LimitSources) {
  const rejectEarly = clientLimits.rejectEarly('session');
  const known = new Map<string, KnownSession>();
  const limits = { atOnce: callsAtOnce, waiting: WAITING, full: stillBusyRefusal };
  const queue = createKeyedQueue(limits);
  // Of its own: the look-up is over before the work of the call waits for its turn.
  const lookUps = createKeyedQueue(limits);
  return {
    /** Looks up a session in the queue of its student; an unknown token is limited by client. @throws TooManyRequests */
    async lookUp<T>(request: FastifyRequest, token: string, find: () => Promise<T>): Promise<T> {
      const session = known.get(token);
      if (session !== undefined) return lookUps(session.studentId, find);
      await rejectEarly(request);
      return clientLimits.queue(request, find);
    },
    /** What is known of a session that has called before. */
    known: (token: string) => known.get(token),
    /** Whether a session has called before, or there is none. */
    isKnown: (token: string | undefined) => token === undefined || known.has(token),
    /** Consumes a call of a known session. @returns false for an unknown one. @throws TooManyRequests */
    consumeKnown(request: FastifyRequest, token: string): boolean {
      const session = known.get(token);
      if (session === undefined) return false;
      const wait = memoryLimits.consume(`student:${session.studentId}`, RATE, costOf(request, session));
      if (wait > 0)
        throw new TooManyRequests(wait, (time) => say(refusalTexts.manyOfStudent, { wait: time }));
      return true;
    },
    /** Remembers whose session it is and its cost, for later calls. */
    remember(token: string, session: KnownSession): void {
      // The map goes by age: what is kept now is its newest.
      known.delete(token);
      known.set(token, session);
      const [oldest] = known.keys();
      if (known.size > MOST_TOKENS && oldest !== undefined) known.delete(oldest);
    },
    /** Queues work of a session behind the student's other work. @throws TooManyRequests when the queue is full */
    queue: <T>(token: string, work: () => Promise<T>) => queue(known.get(token)?.studentId ?? token, work),
  };
}

function costOf({ headers }: FastifyRequest, { size }: KnownSession): number {
  const sent = headers['transfer-encoding'] === undefined ? headers['content-length'] : UNKNOWN_BYTES;
  const cost = 1 + Math.floor(Number(sent ?? 0) / SENT_BYTES) + Math.floor(size / STORED_BYTES);
  return Math.min(cost, RATE.burst);
}
