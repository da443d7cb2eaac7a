import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { SchemaOf } from '../http/api-schemas.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { ClientLimits } from '../limits/client-limits.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { SessionGuard } from '../sessions/session-guard.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import type { AccountRow } from '#server/student-tables/account-store.ts';
import type { Challenges } from './challenges.ts';
import type { PasskeySite } from './check-passkey.ts';

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>;

/** What the calls around passkeys need. */
export type PasskeyParts = {
  readonly db: Database;
  readonly guard: SessionGuard;
  readonly audit: AuditTrail;
  readonly jobs: Pick<JobQueue, 'sendMailJob'>;
  readonly clientLimits: ClientLimits;
  readonly clock: () => Date;
  readonly random: Randomness;
  readonly schemaOf: SchemaOf;
  readonly challenges: Challenges;
  readonly site: () => PasskeySite;
  /** Does something only with the password of the student typed once more. */
  readonly withOwnPassword: <T>(request: FastifyRequest, password: string, work: Work<T>) => Promise<T>;
  /** Opens a session for the owner of an account. */
  readonly openSession: (opening: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly account: AccountRow;
    readonly byPasskey: boolean;
    readonly onOpen: Work<void>;
  }) => Promise<boolean>;
};
