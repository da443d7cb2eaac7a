import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecretCookie, Randomness } from '../http/secret-token.ts';
import type { ServerSecret } from '../database/server-secret.ts';

/** Half of the token each: a random id, and the proof that this server gave it for this account. */
const ID_BYTES = 16;

/** A year: anyone who applies comes back within the season. */
export const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Recognizes browsers in which somebody has logged in before (OWASP "device cookies").
 * They have their own tries, so that a stranger locks out no owner. The cookie opens nothing and outlives the log-out.
 */
export function createKnownDevices(cookie: SecretCookie, secret: ServerSecret, random: Randomness) {
  return {
    /** The id of the browser if this owner logged in with it last. */
    idOf(request: FastifyRequest, username: string): string | undefined {
      const token = Buffer.from(cookie.read(request) ?? '', 'base64url');
      if (token.length !== 2 * ID_BYTES) return undefined;
      const [id, proof] = [token.subarray(0, ID_BYTES), token.subarray(ID_BYTES)];
      return secret.isSigned(messageOf(id, username), proof, ID_BYTES) ? id.toString('hex') : undefined;
    },
    /** Remembers the browser for this account alone. */
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
