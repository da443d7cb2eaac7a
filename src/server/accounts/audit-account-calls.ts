import type { FastifyInstance, FastifyRequest } from 'fastify';
import { customerOf } from '../limits/client-limits.ts';
import type { AuditKind } from '../audit/audit-kinds.ts';
import type { AuditEvent } from '../audit/audit-trail.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { canonicalAddress } from './email-address.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Services } from '../start/services.ts';

const KINDS: Readonly<Record<string, AuditKind>> = {
  '/public/signup': 'signup',
  '/public/confirm': 'confirm',
  '/public/resend-confirm': 'resend',
  '/public/forgot-password': 'forgot',
  '/public/reset-password': 'reset',
  '/public/login': 'login',
  '/public/passkey-login': 'login',
};

const THROTTLED = 429;
/** Refusals by the call itself, which are bounded. Early refusals and invalid passkeys are not. */
const DECIDED = new Set([401, 422]);
const UNBOUNDED = '/public/passkey-login';
const MINUTE = 60_000;

/** Recorded other refusals, limited so that nobody can flood the trail. */
const LINES_OF_CLIENT: Rate = { burst: 20, everyMs: MINUTE };
const LINES_OF_ADDRESS: Rate = { burst: 1, everyMs: 15 * MINUTE };

/**
 * Records refused calls of the log-in cards before the response. Successful ones record themselves. Only a canonical
 * address is stored, because a password can be typed in the wrong field.
 */
export function auditAccountCalls(app: FastifyInstance, services: Services): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const kind = KINDS[request.routeOptions.url ?? ''];
    if (kind === undefined || request.method !== 'POST' || reply.statusCode < 400) return payload;
    const isDecided = DECIDED.has(reply.statusCode) && request.routeOptions.url !== UNBOUNDED;
    if (!isDecided && services.memoryLimits.consume(linesKey(request), LINES_OF_CLIENT) > 0) return payload;
    const event = eventOf(request, kind, reply.statusCode);
    await services.clientLimits
      .queue(request, async () => {
        if (event.kind !== 'throttled' || (await leavesLine(services, request, event)))
          await services.audit.record(event);
      })
      .catch((error: unknown) => services.onError('audit', error));
    return payload;
  });
}

function eventOf(request: FastifyRequest, kind: AuditKind, status: number): AuditEvent {
  const by = { username: addressOf(request), client: request.ip };
  if (status === THROTTLED) return { ...by, kind: 'throttled', result: 'refused', detail: kind };
  return { ...by, kind, result: 'refused', detail: `answered ${status}` };
}

async function leavesLine(
  { steadyClock, limits }: Services,
  request: FastifyRequest,
  { username, detail }: AuditEvent,
): Promise<boolean> {
  if ((await limits.consume(linesKey(request), LINES_OF_CLIENT, steadyClock())) > 0) return false;
  return (await limits.consume(`throttled:${detail}:${username}`, LINES_OF_ADDRESS, steadyClock())) === 0;
}

function linesKey({ ip }: FastifyRequest): string {
  return `throttled:client:${customerOf(ip)}`;
}

/** The body of a refused call is unvalidated, or unread if refused early. */
function addressOf({ body }: FastifyRequest): string {
  const { username } = isRecord(body) ? body : {};
  return typeof username === 'string' ? (canonicalAddress(username) ?? '') : '';
}
