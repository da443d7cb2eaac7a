import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { accounts } from './migrations/0001-accounts.ts';
import { applications } from './migrations/0002-applications.ts';
import { signupAttempts } from './migrations/0003-signup-attempts.ts';
import { limits } from './migrations/0004-limits.ts';
import { audit } from './migrations/0005-audit.ts';
import { prefill } from './migrations/0006-prefill.ts';
import { lookups } from './migrations/0008-lookups.ts';
import { documents } from './migrations/0009-documents.ts';
import { pdfCopies } from './migrations/0010-pdf-copies.ts';
import { serviceTokens } from './migrations/0011-service-tokens.ts';
import { summaryFormat } from './migrations/0012-summary-format.ts';

const MIGRATIONS = {
  '0001-accounts': accounts,
  '0002-applications': applications,
  '0003-signup-attempts': signupAttempts,
  '0004-limits': limits,
  '0005-audit': audit,
  '0006-prefill': prefill,
  '0008-lookups': lookups,
  '0009-documents': documents,
  '0010-pdf-copies': pdfCopies,
  '0011-service-tokens': serviceTokens,
  '0012-summary-format': summaryFormat,
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
