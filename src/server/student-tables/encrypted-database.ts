import {
  encryptionOf,
  type EncryptedAnswers,
  type EncryptedRow,
  AnswerEncryption,
  withEncryption,
} from '#server/encryption/answer-encryption.ts';
import type { Database } from '#server/database/database.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { checkDataKeys } from '#server/database/data-key-rows.ts';
import { hasApplications } from './application-store.ts';
import { selectSensitiveNames } from './submission-store.ts';

/** Rows locked per batch. */
const LOCKED_AT_ONCE = 100;

/** Re-encrypts sensitive answers in applications with the newest key. @returns the number of changed rows */
export function reencryptApplications(db: Database): Promise<number> {
  return reencryptInBatches(db, {
    lock: (transaction, last) =>
      transaction
        .selectFrom('application')
        .select(['student_id', 'answers'])
        .$if(last !== undefined, (query) => query.where('student_id', '>', last ?? ''))
        .orderBy('student_id')
        .limit(LOCKED_AT_ONCE)
        .forUpdate()
        .execute(),
    idOf: (row) => row.student_id,
    async renew(transaction, { student_id: id, answers: stored }) {
      const answers = reencryptedText(transaction, `application:${id}`, stored);
      if (answers === undefined) return false;
      await transaction.updateTable('application').set({ answers }).where('student_id', '=', id).execute();
      return true;
    },
  });
}

/** Re-encrypts sensitive answers in submissions with the newest key. @returns the number of changed rows */
export function reencryptSubmissions(db: Database): Promise<number> {
  return reencryptInBatches(db, {
    lock: (transaction, last) =>
      transaction
        .selectFrom('submission')
        .select(['student_id', 'answers'])
        .$if(last !== undefined, (query) => query.where('student_id', '>', last ?? ''))
        .orderBy('student_id')
        .limit(LOCKED_AT_ONCE)
        .forUpdate()
        .execute(),
    idOf: (row) => row.student_id,
    async renew(transaction, { student_id: id, answers: stored }) {
      const answers = reencryptedText(transaction, `submission:${id}`, stored);
      if (answers === undefined) return false;
      await transaction.updateTable('submission').set({ answers }).where('student_id', '=', id).execute();
      return true;
    },
  });
}

function reencryptedText(db: Database, row: EncryptedRow, stored: EncryptedAnswers): string | undefined {
  const sealing = encryptionOf(db);
  return sealing.isBehind(stored) ? JSON.stringify(sealing.seal(row, sealing.open(row, stored))) : undefined;
}

/** Re-encrypts document thumbnails with the newest key. @returns the number of changed rows */
export function reencryptPictures(db: Database): Promise<number> {
  return reencryptInBatches(db, {
    lock: (transaction, last) =>
      transaction
        .selectFrom('document')
        .select(['file_key', 'thumbnail'])
        .where('thumbnail', 'is not', null)
        .where('file_key', '>', last ?? '')
        .orderBy('file_key')
        .limit(LOCKED_AT_ONCE)
        .forUpdate()
        .execute(),
    idOf: (row) => row.file_key,
    async renew(transaction, { file_key: fileKey, thumbnail }) {
      const sealing = encryptionOf(transaction);
      if (thumbnail === null || !sealing.isPictureBehind(thumbnail)) return false;
      const renewed = sealing.sealPicture(fileKey, sealing.openPicture(fileKey, thumbnail));
      await transaction
        .updateTable('document')
        .set({ thumbnail: renewed })
        .where('file_key', '=', fileKey)
        .execute();
      return true;
    },
  });
}

type Reencryption<Found> = {
  readonly lock: (transaction: Database, last: string | undefined) => Promise<readonly Found[]>;
  readonly idOf: (row: Found) => string;
  readonly renew: (transaction: Database, row: Found) => Promise<boolean>;
};

async function reencryptInBatches<Found>(
  db: Database,
  { idOf, lock, renew }: Reencryption<Found>,
): Promise<number> {
  let renewed = 0;
  let last: string | undefined;
  for (;;) {
    const rows = await db.transaction().execute(async (transaction) => {
      const locked = await lock(transaction, last);
      for (const row of locked) if (await renew(transaction, row)) renewed += 1;
      return locked;
    });
    const newest = rows.at(-1);
    if (newest === undefined) return renewed;
    last = idOf(newest);
  }
}

/** Opens stores that encrypt answers sensitive in any form so far. @throws Error if DATA_KEY lacks a key */
export async function openEncryptedDatabase(
  db: Database,
  { dataKeys }: { readonly dataKeys: readonly Buffer[] },
  definition: FormDefinition,
) {
  const keys = createDataKeys(dataKeys);
  const names = new Set([...(definition.sensitive ?? []), ...(await selectSensitiveNames(db))]);
  const isEmpty = async () => !(await hasApplications(db));
  // False while rows exist from before this key or before an answer was marked sensitive.
  const isAllEncrypted = await checkDataKeys(db, keys, { names, isEmpty });
  return { db: withEncryption(db, new AnswerEncryption(keys, names)), isAllEncrypted };
}
