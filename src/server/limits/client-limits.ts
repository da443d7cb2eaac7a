import type { FastifyRequest } from 'fastify';
import { TooManyRequests } from '../refusal.ts';
import type { Limits, Rate } from './limits.ts';
import { networkOf } from './client-network.ts';
import { say } from '#texts/say.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

const SECOND = 1000;

/**
 * What one client may ask for, whether it succeeds or not. A client may be a computer room of sixty behind one
 * address, so each burst lets sixty students do the thing twice; what comes after it is what one attacker gets.
 * Wrong tries have tighter bounds of their own.
 */
export const CLIENT_LIMITS = {
  /** Costs a hash. */
  login: { burst: 120, everyMs: SECOND / 2 },
  /** Costs a hash, a row and a mail to somebody who may not have asked: 180 an hour after the burst. */
  signup: { burst: 120, everyMs: 20 * SECOND },
  /** Costs two statements; sixty students with a typing error each. */
  confirm: { burst: 120, everyMs: 2 * SECOND },
  /** Cost a mail to somebody who may not have asked. */
  resend: { burst: 120, everyMs: 20 * SECOND },
  forgot: { burst: 120, everyMs: 20 * SECOND },
  /** Costs a hash before the link is looked at; a class does not reset its passwords together. */
  reset: { burst: 60, everyMs: 5 * SECOND },
  /** Costs the reading of a form, most of which are refused before their file is. */
  upload: { burst: 240, everyMs: SECOND },
  /** A temporary answer or a service view by its token: a link is opened once, a guess is hopeless. */
  token: { burst: 60, everyMs: SECOND },
  /** Has a PDF drawn, about a second of one core; a class asks for its copies together. */
  pdf: { burst: 120, everyMs: 2 * SECOND },
} as const satisfies Readonly<Record<string, Rate>>;

type LimitedCall = keyof typeof CLIENT_LIMITS;

/** Hooks for routes that anybody may call: 429 for a client that calls too often. */
export type ClientLimits = (call: LimitedCall) => (request: FastifyRequest) => Promise<void>;

export function createClientLimits(limits: Limits, clock: () => Date): ClientLimits {
  return (call) => async (request) => {
    const key = `${call}:client:${networkOf(request.ip)}`;
    const waitMs = await limits.take(key, CLIENT_LIMITS[call], clock());
    if (waitMs > 0) throw new TooManyRequests(waitMs, tooOften);
  };
}

function tooOften(wait: string): string {
  return say(refusalTexts.manyRequests, { wait });
}
