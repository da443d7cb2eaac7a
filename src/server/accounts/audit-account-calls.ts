import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OnFault } from '../http/error-log.ts';
import { type ClientLimits, networkOf } from '../limits/client-limits.ts';
import type { AuditKind } from '../audit/audit-kinds.ts';
import type { AuditEvent, AuditTrail } from '../audit/audit-trail.ts';
import type { Limits, Rate } from '../limits/limits.ts';
import type { MemoryLimits } from '../limits/memory-limits.ts';
import { canonicalAddress } from './email-address.ts';
import { isRecord } from '#form/definition/is-record.ts';

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
/**
 * What the call itself decided, which it does so often only; what is refused before may be a flood, and so may passkeys
 * that are none.
 */
const DECIDED = new Set([401, 422]);
const UNBOUNDED = '/public/passkey-login';
const MINUTE = 60_000;

/** Other refusals that leave a line: anyone who floods a call must not fill the trail with it. */
const LINES_OF_CLIENT: Rate = { burst: 20, everyMs: MINUTE };
const LINES_OF_ADDRESS: Rate = { burst: 1, everyMs: 15 * MINUTE };

export type AuditedCalls = {
  readonly audit: AuditTrail;
  readonly clientLimits: ClientLimits;
  readonly limits: Limits;
  readonly memoryLimits: MemoryLimits;
  readonly clock: () => Date;
  readonly onFault: OnFault;
};

/**
 * Records each call of the log-in cards that was refused, whatever refused it, before the answer leaves. What a call
 * does is recorded with it, in its transaction. Only an address in canonical form is kept: a password typed in the
 * wrong field is none.
 */
export function auditAccountCalls(app: FastifyInstance, parts: AuditedCalls): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const kind = KINDS[request.routeOptions.url ?? ''];
    if (kind === undefined || request.method !== 'POST' || reply.statusCode < 400) return payload;
    const isDecided = DECIDED.has(reply.statusCode) && request.routeOptions.url !== UNBOUNDED;
    if (!isDecided && parts.memoryLimits.take(linesKey(request), LINES_OF_CLIENT) > 0) return payload;
    const event = eventOf(request, kind, reply.statusCode);
    await parts.clientLimits
      .inTurn(request, async () => {
        if (event.kind !== 'throttled' || (await leavesLine(parts, request, event)))
          await parts.audit.record(event);
      })
      .catch((error: unknown) => parts.onFault('audit', error));
    return payload;
  });
}

function eventOf(request: FastifyRequest, kind: AuditKind, status: number): AuditEvent {
  const by = { username: addressOf(request), client: request.ip };
  if (status === THROTTLED) return { ...by, kind: 'throttled', result: 'refused', detail: kind };
  return { ...by, kind, result: 'refused', detail: `answered ${status}` };
}

async function leavesLine(
  { clock, limits }: AuditedCalls,
  request: FastifyRequest,
  { username, detail }: AuditEvent,
): Promise<boolean> {
  if ((await limits.take(linesKey(request), LINES_OF_CLIENT, clock())) > 0) return false;
  return (await limits.take(`throttled:${detail}:${username}`, LINES_OF_ADDRESS, clock())) === 0;
}

function linesKey({ ip }: FastifyRequest): string {
  return `throttled:client:${networkOf(ip)}`;
}

/** The body of a refused call may be anything; that of one refused early is not read. */
function addressOf({ body }: FastifyRequest): string {
  const { username } = isRecord(body) ? body : {};
  return typeof username === 'string' ? (canonicalAddress(username) ?? '') : '';
}
