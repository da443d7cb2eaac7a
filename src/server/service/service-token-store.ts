import { createHash } from 'node:crypto';
import type { Randomness } from '../randomness.ts';
import type { Database } from '../storage/database.ts';
import type { ServicePurpose } from '../storage/tables.ts';

export type ServiceTokenParts = {
  readonly db: Database;
  readonly random: Randomness;
  readonly clock: () => Date;
};

/** 256 random bits: twice what has to be out of reach of guessing (ASVS 11.5.1). */
const TOKEN_BYTES = 32;

/**
 * Makes a token that opens the service view of one application, any number of times, for `lifeMs` milliseconds. Tokens
 * are stored as hashes, and looked up by them: who reads the database opens no view, and the time of a look-up gives
 * nothing of a token away.
 *
 * @param purpose `link` for a person, `render` for a job of this server
 */
export async function createServiceToken(
  { db, random, clock }: ServiceTokenParts,
  { studentId, purpose, lifeMs }: { studentId: string; purpose: ServicePurpose; lifeMs: number },
): Promise<string> {
  const token = random.bytes(TOKEN_BYTES).toString('base64url');
  const now = clock();
  await db
    .insertInto('service_token')
    .values({
      token_hash: hash(token),
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
    .where('token_hash', '=', hash(token))
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

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
