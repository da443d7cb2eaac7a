import type { Transaction } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { PostResendConfirmBody } from '#generated/api.ts';
import type { SchemaOf } from '../http/api-schemas.ts';
import type { AuditEvent, AuditTrail } from '../audit/audit-trail.ts';
import type { BoundedQueue } from '../limits/bounded-queue.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { ClientLimits } from '../limits/client-limits.ts';
import type { Limits } from '../limits/limits.ts';
import { type Randomness, type SecretCookie, hashToken } from '../http/secret-token.ts';
import { Refusal } from '../http/refusal.ts';
import type { SessionGuard } from '../sessions/session-guard.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import type { CheckCard, CheckPassword } from './account-rules.ts';
import { canonicalAddress } from './email-address.ts';
import type { ConfirmationStore, ConfirmedHook } from './confirmation-store.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

/**
 * What the calls of the log-in cards need. None reveals whether an address is known: each does the same work and gives
 * the same answer for every address, and mails are left to a job.
 */
export type AccountRouteParts = {
  readonly db: Database;
  readonly confirmations: ConfirmationStore;
  readonly guard: SessionGuard;
  readonly cookies: SecretCookie;
  /** Shows, until the confirmation, which of several sign-ups was this browser's. */
  readonly signupCookie: SecretCookie;
  readonly hasher: PasswordHasher;
  /** Where calls that hash wait for their turn. */
  readonly inTurn: BoundedQueue;
  readonly jobs: JobQueue;
  readonly audit: AuditTrail;
  readonly checkCard: CheckCard;
  readonly checkPassword: CheckPassword;
  readonly limits: Limits;
  readonly clientLimits: ClientLimits;
  readonly loginThrottle: LoginThrottle;
  readonly devices: KnownDevices;
  readonly clock: () => Date;
  readonly random: Randomness;
  /** Runs in the transaction that confirms an account. */
  readonly onConfirmed: ConfirmedHook;
  readonly schemaOf: SchemaOf;
};

/** Leaves a mail to a job. */
export async function askForMail(
  parts: AccountRouteParts,
  kind: 'resend' | 'forgot',
  request: FastifyRequest<{ Body: PostResendConfirmBody }>,
) {
  const { body, ip } = request;
  const username = canonicalAddress(body.username);
  const token = parts.signupCookie.read(request);
  const signup = token && hashToken(token).toString('base64url');
  await parts.db.transaction().execute(async (transaction) => {
    if (username !== undefined) await parts.jobs.sendMailJob({ kind, username, signup }, transaction);
    await recordDone(parts, { kind, username: username ?? '', client: ip }, transaction);
  });
  return { message: say(accountTexts.mailSent) };
}

type Done = Pick<AuditEvent, 'kind' | 'username' | 'client' | 'detail'>;

/** What a call does and the line of the trail about it are there together, or neither is. */
export function recordDone({ audit }: AccountRouteParts, done: Done, transaction: Transaction<Tables>) {
  return audit.record({ ...done, result: 'ok' }, transaction);
}

/** @throws Refusal for what is no address */
export function requireAddress(text: string): string {
  const username = canonicalAddress(text);
  if (username !== undefined) return username;
  const reason = say(accountTexts.badAddress);
  throw new Refusal(422, reason, { errors: { username: [reason] } });
}
