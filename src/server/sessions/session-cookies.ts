import { cookieOptions, createSecretCookie, type SecretCookie } from '../secret-cookie.ts';

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
