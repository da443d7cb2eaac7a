import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
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
import { ageHoldMigration } from './migrations/0021-age-hold.ts';
import { linkNumbersMigration } from './migrations/0022-link-numbers.ts';

const MIGRATIONS = {
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
  '0021-age-hold': ageHoldMigration,
  '0022-link-numbers': linkNumbersMigration,
};

/**
 * Brings the database to the newest shape, under the migrator's own advisory lock: several servers may
 * start at once.
 *
 * @throws the first migration's error; what went before it stays.
 */
export async function migrate<Database>(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
