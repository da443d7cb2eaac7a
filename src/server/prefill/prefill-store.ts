import { sql } from 'kysely';
import type { Answers } from '#form/definition/definition.ts';
import { encryptionOf, type Place } from '../encryption/row-encryption.ts';
import { hashToken } from '../http/secret-token.ts';
import type { Database, Transaction } from '../database/database.ts';

/** Time during which the same browser can reload an opened link: after a reload or a lost response. */
const CLAIM_MS = 5 * 60_000;

type NewPrefill = {
  readonly token: string;
  readonly partner: string;
  readonly answers: Answers;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

type Claim = {
  readonly token: string;
  /** Partner of the form; links to another partner's are unknown here. */
  readonly partner: string;
  /** Token of the browser's earlier claim; undefined if it never opened a link. */
  readonly presented: string | undefined;
  /** New token for the browser's next claim. */
  readonly offered: string;
  readonly now: Date;
};

/** Stores answers under a token. @returns the number of the link */
export async function addPrefill(
  db: Database,
  { token, partner, answers, createdAt, expiresAt }: NewPrefill,
): Promise<number> {
  const tokenHash = hashToken(token);
  const { number } = await db
    .insertInto('prefill')
    .values({
      token_hash: tokenHash,
      partner,
      answers: encryptionOf(db).seal(placeOf(tokenHash), answers),
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/**
 * Returns a token's answers to the first browser. Again to it within {@link CLAIM_MS}. Undefined for all others. A
 * single statement, so that exactly one of two concurrent browsers gets them.
 */
export async function claimPrefill(
  db: Database,
  claim: Claim,
): Promise<{ readonly answers: Answers; readonly number: number } | undefined> {
  const { token, partner, presented, offered, now } = claim;
  const own = presented === undefined ? null : hashToken(presented);
  const claimed = await db
    .updateTable('prefill')
    .set({ claim_hash: hashToken(offered), claimed_at: sql<Date>`coalesce(claimed_at, ${now})` })
    .where('token_hash', '=', hashToken(token))
    .where('partner', '=', partner)
    .where('expires_at', '>', now)
    .where((is) =>
      is.or([
        is('claim_hash', 'is', null),
        is.and([is('claim_hash', '=', own), is('claimed_at', '>', new Date(now.getTime() - CLAIM_MS))]),
      ]),
    )
    .returning(['answers', 'number'])
    .executeTakeFirst();
  return (
    claimed && { ...claimed, answers: encryptionOf(db).open(placeOf(hashToken(token)), claimed.answers) }
  );
}

function placeOf(tokenHash: Buffer): Place {
  return `prefill.answers:${tokenHash.toString('hex')}`;
}

/** Returns the links that can still be opened or reloaded, by expiry. */
export function listPrefills(db: Database, now: Date) {
  return db
    .selectFrom('prefill')
    .select(['number', 'partner', 'created_at', 'expires_at', 'claimed_at'])
    .where('expires_at', '>', now)
    .where((is) =>
      is.or([is('claimed_at', 'is', null), is('claimed_at', '>', new Date(now.getTime() - CLAIM_MS))]),
    )
    .orderBy('expires_at')
    .orderBy('number')
    .execute();
}

/** Revokes a link and deletes its answers. @returns its number, if it existed */
export async function revokePrefill(
  transaction: Transaction,
  { by, value }: { readonly by: 'number' | 'token'; readonly value: string },
): Promise<number | undefined> {
  const revoked = await transaction
    .deleteFrom('prefill')
    .$if(by === 'number', (query) => query.where('number', '=', Number(value)))
    .$if(by === 'token', (query) => query.where('token_hash', '=', hashToken(value)))
    .returning('number')
    .executeTakeFirst();
  return revoked?.number;
}

export async function forgetExpiredPrefills(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('prefill').where('expires_at', '<=', now).execute();
}
