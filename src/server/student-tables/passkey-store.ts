import type { Database, Transaction } from '#server/database/database.ts';
import { OWN_ADDRESS } from './account-store.ts';

/** A stored passkey and its account, for verifying a log-in. */
export type StoredPasskey = Readonly<NonNullable<Awaited<ReturnType<typeof findPasskey>>>>;

type NewPasskey = Pick<StoredPasskey, 'id' | 'credentialId' | 'counter'> & {
  readonly studentId: string;
  readonly publicKey: Uint8Array;
  readonly device: string;
  readonly now: Date;
};

/** Returns a student's passkeys, newest first. */
export function selectPasskeys(db: Database, studentId: string) {
  return db
    .selectFrom('passkey')
    .select(['id', 'credential_id as credentialId', 'device', 'created_at as createdAt', 'used_at as usedAt'])
    .where('student_id', '=', studentId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Inserts a passkey. @returns false if its ID already exists for any student */
export async function insertPasskey(db: Database, passkey: NewPasskey): Promise<boolean> {
  const { id, studentId, credentialId, publicKey, counter, device, now } = passkey;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({
      id,
      student_id: studentId,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      counter,
      device,
      created_at: now,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Finds a passkey and its student's account by credential ID. */
export async function findPasskey(db: Database, credentialId: string) {
  const found = await db
    .selectFrom('passkey')
    .innerJoin('student', 'student.id', 'passkey.student_id')
    .select(['passkey.id', 'public_key as publicKey', 'counter', 'student_id', OWN_ADDRESS.as('username')])
    .select(['password_hash as passwordHash', 'confirmed_at as confirmedAt', 'language'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { id, publicKey, counter, student_id: studentId, ...account } = found;
  // A bigint is returned as text.
  return { id, credentialId, publicKey, counter: Number(counter), account: { id: studentId, ...account } };
}

/** Records a log-in with a passkey. @returns false if it was removed, or its counter changed since it was read */
export async function usePasskey(
  transaction: Transaction,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  used: { readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkey')
    .set({ counter: used.counter, used_at: used.now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes all passkeys of a student, or one. @returns the number deleted */
export async function deletePasskeys(db: Database, studentId: string, onlyId?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('student_id', '=', studentId)
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns a student's passkeys for export, without keys. */
export function exportPasskeys(db: Database, studentId: string): Promise<object[]> {
  return db
    .selectFrom('passkey')
    .select(['device', 'created_at', 'used_at'])
    .where('student_id', '=', studentId)
    .execute();
}
