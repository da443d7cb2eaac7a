import path from 'node:path';
import { partnersFolder } from '#scripts/run-tool.ts';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import type { Config } from '#server/settings/config.ts';
import { printError } from '#server/http/error-log.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import type { OperationServices } from '#server/operator/operation-services.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { openStorage } from '#server/database/database.ts';
import { openFiles } from '#server/files/open-files.ts';
import { readServerSecret } from '#server/database/server-secret.ts';
import { openEncryptedDatabase } from '#server/student-tables/encrypted-database.ts';

/** Small, since a command reads most rows once. */
const CACHE_MEGABYTES = 16;
const clock = (): Date => new Date();

/**
 * Opens database and files for an operation in this process.
 *
 * @param withJobs on PostgreSQL only, whose servers run jobs; nobody does while a command holds the embedded database
 */
export async function openOperatorServices(
  config: Config,
  withJobs: boolean,
): Promise<{ readonly services: OperationServices; readonly close: () => Promise<void> }> {
  const questionnaire = await loadQuestionnaire(path.join(partnersFolder, config.partner));
  const storage = await openStorage({ ...config, cacheMegabytes: CACHE_MEGABYTES });
  const jobs = withJobs && storage.engine === 'postgres' ? await startJobs(storage, printError) : undefined;
  const close = async (): Promise<void> => {
    await jobs?.stop();
    await storage.close();
  };
  try {
    const { db } = await openEncryptedDatabase(storage.db, config);
    const secret = await readServerSecret(storage.db, systemRandomness);
    const publicOrigin = (): string => config.publicUrl ?? `http://localhost:${config.port}`;
    const files = await openFiles(config, { db, secret, publicOrigin, clock });
    const audit = createAuditTrail(db, clock);
    const opened = { clock, files, questionnaire, audit, db, publicOrigin, random: systemRandomness };
    return { services: { ...config, ...opened, ...(jobs && { jobs }) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
