import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database.ts';
import { findSession, touchSession, type Session } from './session-store.ts';
import { type SecretCookie, cookieOptions, createSecretCookie } from '../secret-cookie.ts';
import { say } from '#texts/say.ts';
import * as errorTexts from '#generated/texts/error.ts';

/** A session is written back at most this often, so that reading does not cost a write. */
const TOUCH_MS = 60_000;

export type SessionGuard = {
  /** Hook for calls that need a student: 401 without a live session. */
  readonly require: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The session that {@link SessionGuard.require} found. */
  of(request: FastifyRequest): Session;
  /** The token of the request, or the 401; for calls that look the session up together with more. */
  tokenOf(request: FastifyRequest, reply: FastifyReply): string;
  /** True while a session need not be written back. */
  readonly isFresh: (session: Pick<Session, 'seenAt'>) => boolean;
  /** Counts a session as used. @returns when it was last written back */
  touch(session: Pick<Session, 'tokenHash' | 'seenAt'>): Promise<Date>;
  /** The 401 of a token that is worth nothing. Also takes the cookies back, so that the page knows. */
  refuse(reply: FastifyReply): Refusal;
};

/** Decides who is asking, from the cookie alone. */
export function createSessionGuard(db: Database, cookies: SecretCookie, clock: () => Date): SessionGuard {
  const sessions = new WeakMap<FastifyRequest, Session>();
  function refuse(reply: FastifyReply): Refusal {
    cookies.clear(reply);
    return new Refusal(401, say(errorTexts.sessionInvalid));
  }
  function tokenOf(request: FastifyRequest, reply: FastifyReply): string {
    const token = cookies.read(request);
    if (token === undefined) throw refuse(reply);
    return token;
  }
  const isFresh: SessionGuard['isFresh'] = ({ seenAt }) => clock().getTime() - seenAt.getTime() < TOUCH_MS;
  const touch: SessionGuard['touch'] = async (session) => {
    if (isFresh(session)) return session.seenAt;
    const now = clock();
    await touchSession(db, session.tokenHash, now);
    return now;
  };
  return {
    isFresh,
    refuse,
    tokenOf,
    touch,
    async require(request, reply) {
      const session = await findSession(db, tokenOf(request, reply), clock());
      if (session === undefined) throw refuse(reply);
      await touch(session);
      sessions.set(request, session);
    },
    of(request) {
      const session = sessions.get(request);
      if (session === undefined) throw new Error('A route reads the session without requiring one.');
      return session;
    },
  };
}

/**
 * The two cookies of a session (OWASP ASVS 3.3): the token, which no script can read, and a mark without
 * secret by which the page knows that somebody is logged in.
 */
export function createSessionCookies(prefix: string, publicOrigin: () => string): SecretCookie {
  const session = createSecretCookie({ name: `${prefix}_session`, publicOrigin });
  const markName = `${prefix}_signed_in`;
  return {
    read: (request) => session.read(request),
    set(reply, token) {
      session.set(reply, token);
      reply.setCookie(markName, '1', cookieOptions(publicOrigin));
    },
    clear(reply) {
      session.clear(reply);
      reply.clearCookie(markName, cookieOptions(publicOrigin));
    },
  };
}
