import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditKind, AuditTrail } from '../storage/audit-trail.ts';
import { canonicalAddress } from './e-mail-address.ts';

const KINDS: Readonly<Record<string, AuditKind>> = {
  '/public/signup': 'signup',
  '/public/confirm': 'confirm',
  '/public/resend-confirm': 'resend',
  '/public/forgot-password': 'forgot',
  '/public/reset-password': 'reset',
  '/public/login': 'login',
};

/** Throttled calls are counted, not recorded: whoever floods a call must not fill the trail with it. */
const THROTTLED = 429;

/**
 * Records how each call of the log-in cards ended, whatever decided it, before the answer leaves. Only an address
 * in canonical form is kept: a password typed in the wrong field is none.
 */
export function auditAccountCalls(app: FastifyInstance, audit: AuditTrail): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const kind = KINDS[request.routeOptions.url ?? ''];
    const status = reply.statusCode;
    if (kind === undefined || request.method !== 'POST' || status === THROTTLED) return payload;
    const isOk = status < 400;
    await audit.record({
      kind,
      username: addressOf(request),
      client: request.ip,
      result: isOk ? 'ok' : 'refused',
      detail: isOk ? undefined : `answered ${status}`,
    });
    return payload;
  });
}

/** The body of a refused call may be anything. */
function addressOf({ body }: FastifyRequest): string {
  if (typeof body !== 'object' || body === null || !('username' in body)) return '';
  return typeof body.username === 'string' ? (canonicalAddress(body.username) ?? '') : '';
}
