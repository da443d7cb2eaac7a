import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecretCookie, Randomness } from '../http/secret-token.ts';
import type { ServerSecret } from '../database/server-secret.ts';

/** Size of each half of the token: a random ID, and its signature for this account. */
const ID_BYTES = 16;

/** A year: applicants return within the season. */
export const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Recognizes browsers with an earlier log-in (OWASP "device cookies"). They have their own tries, so that strangers
 * cannot lock out the owner. The cookie grants no access and survives log-out.
 */
export function createKnownDevices(cookie: SecretCookie, secret: ServerSecret, random: Randomness) {
  return {
    /** Returns the browser's ID if this owner logged in with it last. */
    idOf(request: FastifyRequest, username: string): string | undefined {
      const token = Buffer.from(cookie.read(request) ?? '', 'base64url');
      if (token.length !== 2 * ID_BYTES) return undefined;
      const [id, proof] = [token.subarray(0, ID_BYTES), token.subarray(ID_BYTES)];
      return secret.isSigned(messageOf(id, username), proof, ID_BYTES) ? id.toString('hex') : undefined;
    },
    /** Remembers the browser for this account only. */
    remember(reply: FastifyReply, username: string): void {
      const id = random.bytes(ID_BYTES);
      const proof = secret.sign(messageOf(id, username), ID_BYTES);
      cookie.set(reply, Buffer.concat([id, proof]).toString('base64url'));
    },
  };
}

function messageOf(id: Buffer, username: string): Buffer {
  return Buffer.concat([Buffer.from(`device:${username}:`), id]);
}
