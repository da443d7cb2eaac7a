import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/settings/config.ts';
import { OperationFault } from '#server/operator/operation-fault.ts';
import { type Operation, runOperation } from '#server/operator/operations.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import { printFault } from '#server/http/error-log.ts';
import { openStorage } from '#server/storage/database.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { openSealedDatabase } from '#server/student-tables/sealed-database.ts';
import { openFiles } from '#server/storage/open-files.ts';
import { readServerSecret } from '#server/storage/server-secret.ts';
import { partnersFolder } from '../run-tool.ts';

function noDatabaseFault({ dataDir }: Config): OperationFault {
  return new OperationFault(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start the server once.`,
  );
}

/** A command reads most rows once. */
const CACHE_MEGABYTES = 16;

const clock = (): Date => new Date();

/**
 * Does an operation in this process, which holds the database in the meantime.
 *
 * @throws Error or OperationFault with what to print
 */
export async function runOperationInProcess(config: Config, operation: Operation): Promise<string> {
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'database')))
    throw noDatabaseFault(config);
  const questionnaire = await loadQuestionnaire(path.join(partnersFolder, config.partner));
  const storage = await openStorage({ ...config, cacheMegabytes: CACHE_MEGABYTES });
  const publicOrigin = (): string => config.publicUrl ?? `http://localhost:${config.port}`;
  // On PostgreSQL the servers that run take the jobs; the embedded database has none while this command holds it.
  const jobs =
    operation.kind === 'export-applications' && storage.engine === 'postgres'
      ? await startJobs(storage, printFault)
      : undefined;
  try {
    const { db } = await openSealedDatabase(storage.db, config, questionnaire.definition);
    const secret = await readServerSecret(storage.db, systemRandomness);
    return await runOperation(
      {
        ...config,
        clock,
        files: await openFiles(config, { db, secret, publicOrigin, clock }),
        questionnaire,
        audit: createAuditTrail(db, clock),
        db,
        publicOrigin,
        random: systemRandomness,
        ...(jobs && { jobs }),
      },
      operation,
      (progress) => console.error(progress),
    );
  } finally {
    await jobs?.stop();
    await storage.close();
  }
}
