import type { Randomness } from '../randomness.ts';
import { hashToken, makeToken } from '../token.ts';
import type { Database } from '../storage/database.ts';
import type { ServicePurpose } from '../storage/tables.ts';

export type ServiceTokenParts = {
  readonly db: Database;
  readonly random: Randomness;
  readonly clock: () => Date;
};

type NewServiceToken = {
  readonly studentId: string;
  /** `link` for a person, `render` for a job of this server. */
  readonly purpose: ServicePurpose;
  readonly lifeMs: number;
};

/**
 * Makes a token that opens the service view of one application, any number of times, for `lifeMs` milliseconds. It
 * is looked up by its hash, whose time gives nothing of it away.
 */
export async function createServiceToken(
  { db, random, clock }: ServiceTokenParts,
  { studentId, purpose, lifeMs }: NewServiceToken,
): Promise<string> {
  const token = makeToken(random);
  const now = clock();
  await db
    .insertInto('service_token')
    .values({
      token_hash: hashToken(token),
      student_id: studentId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
    })
    .execute();
  return token;
}

/** Whose view a token opens, and for whom; undefined for one that was never made or has expired. */
export function findServiceAccess(db: Database, token: string, now: Date) {
  return db
    .selectFrom('service_token')
    .select(['student_id as studentId', 'purpose'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function forgetExpiredTokens(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('service_token').where('expires_at', '<=', now).execute();
}

/** The links that were made for an application, without their tokens. */
export function exportLinks(db: Database, studentId: string): Promise<object[]> {
  return db
    .selectFrom('service_token')
    .select(['purpose', 'created_at', 'expires_at'])
    .where('student_id', '=', studentId)
    .execute();
}
