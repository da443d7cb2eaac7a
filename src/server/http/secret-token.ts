import { randomBytes, randomInt, randomUUID, createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Source of secrets and IDs. The operating system, or a fixed sequence in tests. */
export interface Randomness {
  bytes(size: number): Buffer;
  /** Returns a uniformly distributed integer from 0 to `below` - 1. */
  integer(below: number): number;
  uuid(): string;
}

export const systemRandomness: Randomness = {
  bytes: (size) => randomBytes(size),
  integer: (below) => randomInt(below),
  uuid: () => randomUUID(),
};

/** Creates a token for a link or cookie (ASVS 11.5.1). 256 random bits. */
export function makeToken(random: Randomness): string {
  return random.bytes(32).toString('base64url');
}

/** Hashes a token for storage. A leaked database then does not reveal it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 128 bits: not guessable. */
const SIGNATURE_BYTES = 16;

type Signer = {
  sign(message: string, bytes: number): Buffer;
  isSigned(message: string, signature: Buffer, bytes: number): boolean;
};

/** Creates a session's token: 128 random bits and their signature, which any server checks without the database. */
export function makeSessionToken(secret: Signer, random: Randomness): string {
  const bits = random.bytes(SIGNATURE_BYTES);
  return Buffer.concat([bits, secret.sign(sessionMessage(bits), SIGNATURE_BYTES)]).toString('base64url');
}

/** Whether a session's token was made by this service; the session can have ended since. */
export function isSessionToken(secret: Signer, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  const bits = bytes.subarray(0, SIGNATURE_BYTES);
  return secret.isSigned(sessionMessage(bits), bytes.subarray(SIGNATURE_BYTES), SIGNATURE_BYTES);
}

function sessionMessage(bits: Buffer): string {
  return `session:${bits.toString('base64url')}`;
}

/** Signs what a mailed link is about, for one purpose. */
export function signSubject(secret: Signer, purpose: string, subject: string): string {
  return `${subject}.${secret.sign(`${purpose}:${subject}`, SIGNATURE_BYTES).toString('base64url')}`;
}

/** Returns the subject of a link's token; undefined if this server did not sign it. */
export function signedSubject(secret: Signer, purpose: string, token: string): string | undefined {
  const end = token.lastIndexOf('.');
  const [subject, signature] = [token.slice(0, end), Buffer.from(token.slice(end + 1), 'base64url')];
  return secret.isSigned(`${purpose}:${subject}`, signature, SIGNATURE_BYTES) ? subject : undefined;
}

/** Format of a token: 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

export type SecretCookie = {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
};

export type SessionCookies = Omit<SecretCookie, 'set'> & {
  set(reply: FastifyReply, token: string, studentId: string): void;
  /** Clears the token that a log-out without the server left. */
  clearLeft(request: FastifyRequest, reply: FastifyReply): void;
};

export type SecretCookieSettings = {
  readonly name: string;
  /** Public origin of this server. */
  readonly publicOrigin: () => string;
  /** Lifetime in the browser. Default: a session cookie. */
  readonly lifeSeconds?: number;
};

/** Creates an HttpOnly token cookie (OWASP ASVS 3.3.4). */
export function createSecretCookie({ name, publicOrigin, lifeSeconds }: SecretCookieSettings): SecretCookie {
  const options = (): CookieSerializeOptions => ({ ...cookieOptions(publicOrigin), httpOnly: true });
  return {
    read(request) {
      const token = request.cookies[name];
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    set(reply, token) {
      reply.setCookie(name, token, {
        ...options(),
        ...(lifeSeconds === undefined ? {} : { maxAge: lifeSeconds }),
      });
    },
    clear: (reply) => void reply.clearCookie(name, options()),
  };
}

/** Options of every cookie: all paths, SameSite=Lax. */
export function cookieOptions(publicOrigin: () => string): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: publicOrigin().startsWith('https:') };
}
