import { sql } from 'kysely';
import type { Answers } from '#form/definition/definition.ts';
import { encryptionOf, type EncryptedRow } from '../encryption/answer-encryption.ts';
import { hashToken } from '../http/secret-token.ts';
import type { Database, Transaction } from '../database/database.ts';

/** How long a link that was opened can be loaded again by the same browser: for a reload or a lost answer. */
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
  /** The form is this partner's; a link to another one's is unknown here. */
  readonly partner: string;
  /** What the browser presents of an earlier claim; undefined when it never opened a link. */
  readonly presented: string | undefined;
  /** What the browser gets to present next time. */
  readonly offered: string;
  readonly now: Date;
};

/** Keeps answers behind a token. @returns the number of the link */
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
      answers: JSON.stringify(encryptionOf(db).seal(rowOf(tokenHash), answers)),
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/**
 * Gives the answers behind a token to the first browser, and to that one again within {@link CLAIM_MS}.
 * Undefined for everybody else. One statement, so that of two browsers at once exactly one gets them.
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
  return claimed && { ...claimed, answers: encryptionOf(db).open(rowOf(hashToken(token)), claimed.answers) };
}

function rowOf(tokenHash: Buffer): EncryptedRow {
  return `prefill:${tokenHash.toString('hex')}`;
}

/** Encrypts what is sensitive behind links with the newest key. */
export async function reencryptPrefills(db: Database): Promise<void> {
  const sealing = encryptionOf(db);
  const links = await db.selectFrom('prefill').select(['token_hash', 'answers']).execute();
  for (const { token_hash: tokenHash, answers } of links.filter((link) => sealing.isBehind(link.answers))) {
    const row = rowOf(tokenHash);
    await db
      .updateTable('prefill')
      .set({ answers: JSON.stringify(sealing.seal(row, sealing.open(row, answers))) })
      .where('token_hash', '=', tokenHash)
      .execute();
  }
}

/** The links that a browser may still open, or load again; those that end first before others. */
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

/** Ends a link at once, with the answers behind it. @returns its number, where there was one */
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
