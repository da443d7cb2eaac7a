import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPENING_PATH, OPENING_PATHS } from '#form/definition/reserved-paths.ts';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import {
  type Randomness,
  type SecretCookie,
  cookieOptions,
  createSecretCookie,
} from '../http/secret-token.ts';
import { logIdOf } from '../http/request-log.ts';
import { Refusal, TooBusy } from '../http/refusal.ts';
import type { Database } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';
import { findSession, touchSession, type Session } from '#server/student-tables/session-store.ts';
import type { StudentLimits } from './student-limits.ts';
import { say, errorTexts } from '#texts/say.ts';

/** A session is written back at most this often, so that reading does not cost a write. */
const TOUCH_MS = 60_000;

export type SessionGuard = ReturnType<typeof createSessionGuard>;

type GuardServices = {
  readonly db: Database;
  readonly cookies: SecretCookie;
  readonly students: StudentLimits;
  readonly clock: () => Date;
  readonly secret: ServerSecret;
};

/** Authenticates requests by their cookie. */
export function createSessionGuard({ db, cookies, students, clock, secret }: GuardServices) {
  const sessions = new WeakMap<FastifyRequest, Session>();
  /** Names the student in every further line that the log has of a request. */
  function nameInLog(request: FastifyRequest, studentId: string | undefined): void {
    if (studentId !== undefined) request.log = request.log.child({ student: logIdOf(secret, studentId) });
  }
  /** The 401 of a token that is worth nothing. Also clears the cookies, so that the page knows. */
  function refuse(reply: FastifyReply): Refusal {
    cookies.clear(reply);
    return new Refusal(401, say(errorTexts.sessionInvalid));
  }
  /** The token of the request. @throws Refusal 401 without one */
  function tokenOf(request: FastifyRequest, reply: FastifyReply): string {
    const token = cookies.read(request);
    if (token === undefined) throw refuse(reply);
    return token;
  }
  return {
    tokenOf,
    /** Runs a call when it is the student's turn. */
    queue: students.queue,
    /** Whether a request is of a session that has called this server before, or of none. */
    isKnown: (request: FastifyRequest) => students.isKnown(cookies.read(request)),
    /** Notes how many bytes the student's answers take, uncompressed; the next call costs accordingly. */
    noteSize(request: FastifyRequest, size: number): void {
      const [token, session] = [cookies.read(request), sessions.get(request)];
      if (token !== undefined && session !== undefined) students.remember(token, { ...session, size });
    },
    /** Hook for calls that need a student: 401 without a live session, 429 for a student who calls too often. */
    require: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const token = tokenOf(request, reply);
      // What is refused before the session is read has its student, too.
      const known = students.studentOf(token);
      nameInLog(request, known);
      const isTaken = students.consumeKnown(request, token);
      const session = await students.lookUp(request, token, () => findSession(db, token, clock()));
      if (session === undefined) throw refuse(reply);
      if (known === undefined) nameInLog(request, session.studentId);
      students.remember(token, session);
      if (!isTaken) students.consumeKnown(request, token);
      const isFresh = clock().getTime() - session.seenAt.getTime() < TOUCH_MS;
      if (!isFresh) await touchSession(db, session.tokenHash, clock());
      sessions.set(request, session);
    },
    /** The session of a request, if it has one. Counts nothing and refuses nothing. */
    async find(request: FastifyRequest): Promise<Session | undefined> {
      const token = cookies.read(request);
      return token === undefined ? undefined : findSession(db, token, clock());
    },
    /** The session that `require` found. */
    of(request: FastifyRequest): Session {
      const session = sessions.get(request);
      if (session === undefined) throw new Error('A route reads the session without requiring one.');
      return session;
    },
  };
}

/** Runs at most six page loads at once, which leaves four of ten connections to saves. */
const OPENINGS = {
  atOnce: 6,
  waiting: Infinity,
  longestWaitMs: 10_000,
  full: (expectedWaitMs: number) => new TooBusy('visits', Math.ceil(expectedWaitMs / 1000)),
};

/** Queues every route with a session by student, and page loads across students. */
export function queueByStudent(app: FastifyInstance, guard: SessionGuard): void {
  const queueOpening = createBoundedQueue(OPENINGS);
  const openings = new Set([...OPENING_PATHS, OPENING_PATH]);
  app.addHook('onRoute', (route) => {
    if (![route.onRequest].flat().includes(guard.require)) return;
    const { handler } = route;
    const isOpening = route.method === 'GET' && openings.has(route.url);
    route.handler = function queued(request, reply) {
      const work = async (): Promise<unknown> => {
        // Nobody reads the answer of a client that disconnected while it waited.
        if (isOpening && request.socket.destroyed) throw new TooBusy('visits', 1);
        return handler.call(this, request, reply);
      };
      return guard.queue(guard.tokenOf(request, reply), isOpening ? () => queueOpening(work) : work);
    };
  });
}

/** Bytes of a mark: two log-ins of a browser have different ones. */
const MARK_BYTES = 8;

/**
 * Creates the two cookies of a session (OWASP ASVS 3.3): the token, which no script can read, and a mark without a
 * secret, by which the page notices that somebody, or somebody else, is logged in.
 */
export function createSessionCookies(
  prefix: string,
  publicOrigin: () => string,
  random: Randomness,
): SecretCookie {
  const session = createSecretCookie({ name: `${prefix}_session`, publicOrigin });
  const markName = `${prefix}_signed_in`;
  return {
    read: (request) => session.read(request),
    set(reply, token) {
      session.set(reply, token);
      const mark = random.bytes(MARK_BYTES).toString('base64url');
      reply.setCookie(markName, mark, cookieOptions(publicOrigin));
    },
    clear(reply) {
      session.clear(reply);
      reply.clearCookie(markName, cookieOptions(publicOrigin));
    },
  };
}
