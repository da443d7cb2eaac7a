import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The length of a token: 256 random bits in base64url. Anything else in the cookie is no token. */
const TOKEN = /^[\w-]{43}$/;

export type SecretCookie = {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
};

export type SecretCookieSettings = {
  readonly name: string;
  /** Origin of this server as students see it. */
  readonly publicOrigin: () => string;
  /** How long the browser keeps it; without a number, until it is closed. */
  readonly lifeSeconds?: number;
};

/** A cookie with a token that no script can read. Over https it is bound to the host (OWASP ASVS 3.3.1, 3.3.4). */
export function createSecretCookie({ name, publicOrigin, lifeSeconds }: SecretCookieSettings): SecretCookie {
  const nameNow = (): string => `${isSecure(publicOrigin) ? '__Host-' : ''}${name}`;
  const options = (): CookieSerializeOptions => ({ ...cookieOptions(publicOrigin), httpOnly: true });
  return {
    read(request) {
      const token = request.cookies[nameNow()];
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    set(reply, token) {
      reply.setCookie(nameNow(), token, {
        ...options(),
        ...(lifeSeconds === undefined ? {} : { maxAge: lifeSeconds }),
      });
    },
    clear: (reply) => void reply.clearCookie(nameNow(), options()),
  };
}

/** What every cookie of this server has: for all its pages, not for calls that come from other sites. */
export function cookieOptions(publicOrigin: () => string): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(publicOrigin) };
}

function isSecure(publicOrigin: () => string): boolean {
  return publicOrigin().startsWith('https:');
}
