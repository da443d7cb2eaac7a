import type { FormDefinition } from '#form/definition/definition.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { Sealing, withSealing } from '#server/encryption/sealing.ts';
import { checkDataKeys } from '#server/storage/data-key-rows.ts';
import type { Database } from '#server/storage/database.ts';
import { hasApplications } from './application-store.ts';
import { selectSensitiveNames } from './submission-store.ts';

export type SealedDatabase = {
  readonly db: Database;
  /** False while something was stored before this key, or before it was marked as sensitive. */
  readonly isAllEncrypted: boolean;
};

/**
 * The database whose stores encrypt what this form, or one with which a server started earlier, marks as sensitive.
 *
 * @throws Error with one sentence when DATA_KEY lacks a key
 */
export async function openSealedDatabase(
  db: Database,
  { dataKeys }: { readonly dataKeys: readonly Buffer[] },
  definition: FormDefinition,
): Promise<SealedDatabase> {
  const keys = createDataKeys(dataKeys);
  const names = new Set([...(definition.sensitive ?? []), ...(await selectSensitiveNames(db))]);
  const isEmpty = async () => !(await hasApplications(db));
  const isAllEncrypted = await checkDataKeys(db, keys, { names, isEmpty });
  return { db: withSealing(db, new Sealing(keys, names)), isAllEncrypted };
}
