import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The length of a token: 256 random bits in base64url. Anything else in the cookie is no token. */
const TOKEN = /^[\w-]{43}$/;

export type SessionCookies = {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
};

/**
 * The two cookies of a session (security.md 2.6): the token, which no script can read, and a mark without
 * secret by which the page knows that somebody is logged in. Over https the first is bound to the host.
 */
export function createSessionCookies(prefix: string, publicOrigin: () => string): SessionCookies {
  const isSecure = (): boolean => publicOrigin().startsWith('https:');
  const sessionName = (): string => `${isSecure() ? '__Host-' : ''}${prefix}_session`;
  const markName = `${prefix}_signed_in`;
  const options = (): CookieSerializeOptions => ({ path: '/', sameSite: 'lax', secure: isSecure() });
  return {
    read(request) {
      const token = request.cookies[sessionName()];
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    set(reply, token) {
      reply.setCookie(sessionName(), token, { ...options(), httpOnly: true });
      reply.setCookie(markName, '1', options());
    },
    clear(reply) {
      reply.clearCookie(sessionName(), { ...options(), httpOnly: true });
      reply.clearCookie(markName, options());
    },
  };
}
