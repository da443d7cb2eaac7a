import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { PageLoads } from '../limits/page-loads.ts';
import { type SessionCookies, cookieOptions, createSecretCookie } from '../http/secret-token.ts';
import type { Background } from '../http/background-work.ts';
import type { Locales } from '../http/locale.ts';
import { logIdOf } from '../http/request-log.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';
import { findSessionToSave } from '#server/student-tables/application-store.ts';
import { findOpening } from '#server/student-tables/opening-store.ts';
import { updateLanguage } from '#server/student-tables/account-store.ts';
import { findSession, touchSession, type Session } from '#server/student-tables/session-store.ts';
import type { StudentLimits } from './student-limits.ts';
import { say, errorTexts } from '#texts/say.ts';

/** Minimum interval between writes of `seen_at`, so that reads do not cost a write. */
const TOUCH_MS = 60_000;

export type SessionGuard = ReturnType<typeof createSessionGuard>;

type GuardServices = {
  readonly background: Background;
  readonly db: Database;
  readonly cookies: SessionCookies;
  readonly students: StudentLimits;
  readonly locales: Pick<Locales, 'chosenOf'>;
  readonly clock: () => Date;
  readonly secret: ServerSecret;
  readonly pageLoads: PageLoads;
};

/** Reads a token's live session, with other data that the calls need, in one statement. */
type FindSession<Found> = (db: Database, token: string, now: Date) => Promise<Found | undefined>;

/** Status for a disconnected client, as in nginx. Never received. */
const CLIENT_GONE = 499;

/** Time in milliseconds after which a session is read again: the body of its request was held back. */
const DELAYED_MS = 5000;

/** Authenticates requests by their cookie. */
export function createSessionGuard(services: GuardServices) {
  const { cookies, db, students, clock, pageLoads } = services;
  const arrivals = new WeakMap<FastifyRequest, Date>();
  const [own, saving] = [createReading(services, findSession), createReading(services, findSessionToSave)];
  const opening = createReading(services, findOpening, pageLoads.read);
  const hooks = new Set<unknown>([own, opening, saving].map((reading) => reading.require));
  return {
    ...own,
    /** For calls that a page makes on opening. */
    opening,
    /** For calls that save or submit answers. */
    saving,
    /** Whether a route has one of these hooks. */
    isRequiredBy: ({ onRequest }: RouteOptions) => [onRequest].flat().some((hook) => hooks.has(hook)),
    /** Records the arrival of a call. */
    arrive: async (request: FastifyRequest) => void arrivals.set(request, clock()),
    /** Queues a call by student. @throws Refusal 401 if its session ended while its body was awaited */
    queue: <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> => {
      const token = tokenOf(cookies, request, reply);
      return students.queue(request, token, async () => {
        const now = clock();
        const isDelayed = now.getTime() - (arrivals.get(request) ?? now).getTime() > DELAYED_MS;
        if (isDelayed && !(await findSession(db, token, now))) throw sessionRefusal(cookies, reply);
        return work();
      });
    },
    /** Whether a request has no session or one that has called this server before. */
    isKnown: (request: FastifyRequest) => students.isKnown(cookies.read(request)),
    /** Debits the cost of an answer from its student. */
    debitAnswer: async (request: FastifyRequest, _reply: FastifyReply, answer: unknown) => {
      students.debitAnswer(cookies.read(request), answer);
      return answer;
    },
    /** Stores the uncompressed size of the student's answers in bytes, for the cost of the next call. */
    noteSize(request: FastifyRequest, size: number): void {
      const token = cookies.read(request);
      const known = token && students.known(token);
      if (known) students.remember(token, { ...known, size });
    },
    /** Returns the session of a request, if any. Counts and refuses nothing. */
    async find(request: FastifyRequest): Promise<Session | undefined> {
      const token = cookies.read(request);
      return token === undefined ? undefined : findSession(db, token, clock());
    },
  };
}

/** Creates the hook of calls that need a student: 401 without a live session, 429 above the rate limit. */
function createReading<Found extends Session>(
  { background, db, cookies, students, locales, clock, secret }: GuardServices,
  find: FindSession<Found>,
  queue: <T>(read: () => Promise<T>) => Promise<T> = (read) => read(),
) {
  const found = new WeakMap<FastifyRequest, Found>();
  return {
    require: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const token = tokenOf(cookies, request, reply);
      const known = students.known(token);
      const nameInLog = (student: string): void => void (request.log = request.log.child({ student }));
      // Before the session is read, so that refusals are logged with their student.
      if (known) nameInLog(known.logId);
      const isTaken = students.consumeKnown(request, token);
      const read = async (): Promise<Found | undefined> => {
        if (request.method === 'GET' && request.socket.destroyed) throw new Refusal(CLIENT_GONE, '');
        return find(db, token, clock());
      };
      const session = await students.lookUp(request, token, () => queue(read));
      if (session === undefined) {
        students.forget(token);
        throw sessionRefusal(cookies, reply);
      }
      const { studentId, size } = session;
      const logId = known?.logId ?? logIdOf(secret, studentId);
      if (!known) nameInLog(logId);
      // The database's size is compressed.
      students.remember(token, { studentId, size: Math.max(size, known?.size ?? 0), logId });
      if (!isTaken) students.consumeKnown(request, token);
      const isFresh = clock().getTime() - session.seenAt.getTime() < TOUCH_MS;
      if (!isFresh) background.run('session', touchSession(db, session.tokenHash, clock()));
      const chosen = locales.chosenOf(request);
      if (chosen !== undefined && chosen !== session.language)
        background.run('language', updateLanguage(db, studentId, chosen));
      found.set(request, session);
    },
    /** Returns the session found by the hook. */
    of(request: FastifyRequest): Found {
      const session = found.get(request);
      if (session === undefined) throw new Error('A route reads the session without requiring one.');
      return session;
    },
  };
}

function tokenOf(cookies: SessionCookies, request: FastifyRequest, reply: FastifyReply): string {
  const token = cookies.read(request);
  if (token === undefined) throw sessionRefusal(cookies, reply);
  return token;
}

/** Returns the 401 of an invalid token. Also clears the cookies, so that the page detects it. */
function sessionRefusal(cookies: SessionCookies, reply: FastifyReply): Refusal {
  cookies.clear(reply);
  return new Refusal(401, say(errorTexts.sessionInvalid));
}

/** Queues every route with a session by student, who also pays for long answers. */
export function queueByStudent(app: FastifyInstance, guard: SessionGuard): void {
  app.addHook('onRoute', (route) => {
    if (!guard.isRequiredBy(route)) return;
    const { handler, onRequest = [] } = route;
    route.onRequest = [guard.arrive, ...[onRequest].flat()];
    route.onSend = guard.debitAnswer;
    route.handler = function queued(request, reply) {
      return guard.queue(request, reply, async (): Promise<unknown> => handler.call(this, request, reply));
    };
  });
}

/** Length of the mark in bytes, enough to differ between students. */
const MARK_BYTES = 8;
/** Header of a page's calls: the mark with which it was opened. */
const MARK_HEADER = 'x-session-mark';

/**
 * Creates the two cookies of a session (OWASP ASVS 3.3). The HttpOnly token, and a non-secret mark of the student, with
 * which the page detects that somebody is logged in. The page deletes the mark when it cannot reach the server to log
 * out: the next page that the browser opens, or any other address, then clears the token. A call from the page of
 * another student, which has slept since, has no session, and ends none.
 */
export function createSessionCookies(
  prefix: string,
  publicOrigin: () => string,
  secret: Pick<ServerSecret, 'derive'>,
): SessionCookies {
  const session = createSecretCookie({ name: `${prefix}_session`, publicOrigin });
  const markName = `${prefix}_signed_in`;
  const isLoggedOut = ({ cookies, headers }: FastifyRequest): boolean =>
    cookies[markName] === undefined && headers['sec-fetch-mode'] === 'navigate';
  const isOfAnother = ({ cookies, headers }: FastifyRequest): boolean =>
    headers[MARK_HEADER] !== undefined && headers[MARK_HEADER] !== cookies[markName];
  return {
    read: (request) => (isLoggedOut(request) || isOfAnother(request) ? undefined : session.read(request)),
    clearLeft(request, reply) {
      if (isLoggedOut(request) && session.read(request)) session.clear(reply);
    },
    set(reply, token, studentId) {
      session.set(reply, token);
      const mark = secret.derive(`mark:${studentId}`).subarray(0, MARK_BYTES).toString('base64url');
      reply.setCookie(markName, mark, cookieOptions(publicOrigin));
    },
    clear(reply) {
      if (isOfAnother(reply.request)) return;
      session.clear(reply);
      reply.clearCookie(markName, cookieOptions(publicOrigin));
    },
  };
}
