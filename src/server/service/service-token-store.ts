import type { ApplicationFilter, cycleOfRow } from '#server/student-tables/cycle-store.ts';
import { ADDRESS, selectStudentIds } from '#server/student-tables/account-store.ts';
import { hashToken, makeToken } from '../http/secret-token.ts';
import type { CoreServices } from '../start/core-services.ts';
import type { Database } from '../database/database.ts';
import type { ServicePurpose } from '../database/tables.ts';

type NewServiceToken = {
  readonly studentId: string;
  /** `link` for a person, `render` for a job of this server. */
  readonly purpose: ServicePurpose;
  readonly lifeMs: number;
  /** Recipient of the link. */
  readonly madeFor?: string;
};

/** Selects one link by number or token, or all by username. */
export type LinkChoice<By = 'number' | 'token' | 'username'> = { readonly by: By; readonly value: string };

/** Creates a token for an application's service view, valid for `lifeMs`. Stored as a hash. */
export async function createServiceToken(
  { db, random, clock }: Pick<CoreServices, 'clock' | 'db' | 'random'>,
  { studentId, purpose, lifeMs, madeFor }: NewServiceToken,
): Promise<{ readonly token: string; readonly number: number }> {
  const token = makeToken(random);
  const now = clock();
  const { number } = await db
    .insertInto('service_token')
    .values({
      token_hash: hashToken(token),
      student_id: studentId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
      made_for: madeFor ?? null,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return { token, number };
}

/** Returns the student, recipient and expiry of a token. Undefined if unknown, revoked or expired. */
export function findServiceAccess(db: Database, token: string, now: Date) {
  return db
    .selectFrom('service_token')
    .select([
      'student_id as studentId',
      'purpose',
      'number',
      'made_for as madeFor',
      'expires_at as expiresAt',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

type LinkRange = {
  readonly username: string;
  readonly cycle: ReturnType<typeof cycleOfRow>;
  readonly filter: ApplicationFilter;
};

/** Returns active links by expiry, of one address or all. */
export function listServiceLinks(db: Database, now: Date, { username, cycle, filter }: LinkRange) {
  return db
    .selectFrom('service_token')
    .innerJoin('student', 'student.id', 'service_token.student_id')
    .innerJoin('application', 'application.student_id', 'service_token.student_id')
    .select(cycle.as('cycle'))
    .where(filter)
    .select(['number', ADDRESS.as('username'), 'made_for', 'service_token.created_at', 'expires_at'])
    .where('purpose', '=', 'link')
    .where('expires_at', '>', now)
    .$if(username !== '', (query) => query.where(ADDRESS, '=', username))
    .orderBy('expires_at')
    .orderBy('number')
    .execute();
}

/** Revokes links immediately, even those already used. */
export function revokeServiceLinks(db: Database, { by, value }: LinkChoice) {
  return db
    .deleteFrom('service_token')
    .where('purpose', '=', 'link')
    .$if(by === 'number', (query) => query.where('number', '=', Number(value)))
    .$if(by === 'token', (query) => query.where('token_hash', '=', hashToken(value)))
    .$if(by === 'username', (query) => query.where('student_id', 'in', selectStudentIds(db, value)))
    .returning(['number', 'student_id as studentId'])
    .execute();
}

type ServiceLink = { readonly number: number; readonly madeFor: string | null };

/** Returns the name of a link in the audit trail. */
export function serviceLinkName({ number, madeFor }: ServiceLink): string {
  return madeFor === null ? `link ${number}` : `link ${number} for ${madeFor}`;
}

export async function forgetExpiredTokens(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('service_token').where('expires_at', '<=', now).execute();
}

/** Returns an application's links for export, without tokens. */
export function exportLinks(db: Database, studentId: string): Promise<object[]> {
  return db
    .selectFrom('service_token')
    .select(['purpose', 'created_at', 'expires_at'])
    .where('student_id', '=', studentId)
    .execute();
}
