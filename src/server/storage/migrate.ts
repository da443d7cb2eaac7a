import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { explainAhead } from './releases.ts';
import { accountsMigration } from './migrations/0001-accounts.ts';
import { applicationsMigration } from './migrations/0002-applications.ts';
import { signupAttemptsMigration } from './migrations/0003-signup-attempts.ts';
import { limitsMigration } from './migrations/0004-limits.ts';
import { auditMigration } from './migrations/0005-audit.ts';
import { prefillMigration } from './migrations/0006-prefill.ts';
import { lookupsMigration } from './migrations/0008-lookups.ts';
import { documentsMigration } from './migrations/0009-documents.ts';
import { pdfCopiesMigration } from './migrations/0010-pdf-copies.ts';
import { serviceTokensMigration } from './migrations/0011-service-tokens.ts';
import { summaryFormatMigration } from './migrations/0012-summary-format.ts';
import { lastFormMigration } from './migrations/0013-last-form.ts';
import { sessionDeviceMigration } from './migrations/0014-session-device.ts';
import { secretVersionsMigration } from './migrations/0015-secret-versions.ts';
import { auditAppendOnlyMigration } from './migrations/0016-audit-append-only.ts';
import { signupCodesMigration } from './migrations/0017-signup-codes.ts';
import { resetMailsMigration } from './migrations/0018-reset-mails.ts';
import { retentionMigration } from './migrations/0019-retention.ts';
import { auditOperatorMigration } from './migrations/0020-audit-operator.ts';
import { linkNumbersMigration } from './migrations/0022-link-numbers.ts';
import { passkeysMigration } from './migrations/0023-passkeys.ts';
import { emailChangesMigration } from './migrations/0024-email-changes.ts';
import { deadlinesMigration } from './migrations/0025-deadlines.ts';
import { remindersMigration } from './migrations/0026-reminders.ts';
import { languagesMigration } from './migrations/0027-languages.ts';
import { pdfQueueMigration } from './migrations/0028-pdf-queue.ts';
import { resetTriesMigration } from './migrations/0029-reset-tries.ts';

/** File name → migration. From the second release on the name says which one brought it: `0027-r2-…`. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': accountsMigration,
  '0002-applications': applicationsMigration,
  '0003-signup-attempts': signupAttemptsMigration,
  '0004-limits': limitsMigration,
  '0005-audit': auditMigration,
  '0006-prefill': prefillMigration,
  '0008-lookups': lookupsMigration,
  '0009-documents': documentsMigration,
  '0010-pdf-copies': pdfCopiesMigration,
  '0011-service-tokens': serviceTokensMigration,
  '0012-summary-format': summaryFormatMigration,
  '0013-last-form': lastFormMigration,
  '0014-session-device': sessionDeviceMigration,
  '0015-secret-versions': secretVersionsMigration,
  '0016-audit-append-only': auditAppendOnlyMigration,
  '0017-signup-codes': signupCodesMigration,
  '0018-reset-mails': resetMailsMigration,
  '0019-retention': retentionMigration,
  '0020-audit-operator': auditOperatorMigration,
  '0022-link-numbers': linkNumbersMigration,
  '0023-passkeys': passkeysMigration,
  '0024-email-changes': emailChangesMigration,
  '0025-deadlines': deadlinesMigration,
  '0026-reminders': remindersMigration,
  '0027-languages': languagesMigration,
  '0028-pdf-queue': pdfQueueMigration,
  '0029-reset-tries': resetTriesMigration,
};

/**
 * Brings the database to the newest shape that this server knows. Nothing is changed in one that a newer server has
 * changed already: after a rollback, or where an older server starts again in the middle of a rollout.
 *
 * @returns a sentence for the log when the database is ahead of this server, by one release at most
 * @throws Error with one sentence when it is further ahead; the first migration's error, and what went before it stays
 */
export async function migrate<Database>(
  db: Kysely<Database>,
  migrations: typeof MIGRATIONS = MIGRATIONS,
): Promise<string | undefined> {
  const made = await readMade(db);
  const ahead = explainAhead(made, Object.keys(migrations));
  if (ahead !== undefined) return ahead;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return undefined;
}

/** The migrations that this database has been through. */
export async function readMade<Database>(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!rows[0]?.found) return [];
  const made = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return made.rows.map(({ name }) => name);
}
