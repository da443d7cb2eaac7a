import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openStorage, type StorageSettings } from '../../src/server/database/database.ts';
import { openStoredFiles } from '../../src/server/files/open-files.ts';
import { runCommand } from '../server/backed-up-server.ts';
import { createPostgresDatabase } from '../server/test-storage.ts';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { onDatabases } from './on-databases.ts';

/** The embedded database is meant for a thousand students. */
const APPLICATIONS = { embedded: 1000, PostgreSQL: 100_000 };
const DOCUMENTS = 1000;
const DOCUMENT_BYTES = 1_000_000;

/** Seconds and megabytes of a backup of complete applications, its restore, and what a document adds. */
export function benchBackup(): Promise<readonly Figure[]> {
  return onDatabases(async (name, databaseUrl) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
    const at = (part: string): string => path.join(folder, part);
    const restored = databaseUrl ? await createPostgresDatabase(databaseUrl) : undefined;
    try {
      const count = databaseUrl ? APPLICATIONS.PostgreSQL : APPLICATIONS.embedded;
      const source = { dataDir: at('data'), databaseUrl };
      await seedStudents(source, count, completeState(readForm()).answers);
      const backup = await secondsOf(['backup', '--to', at('first')], source);
      const restore = await secondsOf(['restore', '--from', at('first')], {
        dataDir: at('restored'),
        databaseUrl: restored?.url,
      });
      await addDocuments(source);
      const withDocuments = await secondsOf(['backup', '--to', at('second')], source);
      const figure = (what: string, value: number, unit: Figure['unit']): Figure => ({
        name: `${what}, ${count} applications, ${name}`,
        value,
        unit,
        baselines: [],
      });
      return [
        figure('backup', backup, 's'),
        figure('folder of the backup', megabytesOf(at('first')), 'MB'),
        figure('restore', restore, 's'),
        figure('backup per document of 1 MB', ((withDocuments - backup) * 1000) / DOCUMENTS, 'ms'),
      ];
    } finally {
      await restored?.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function secondsOf(
  [command = '', ...args]: readonly string[],
  { dataDir, databaseUrl }: StorageSettings,
): Promise<number> {
  const started = performance.now();
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const { code, err } = await runCommand(command, args, env);
  if (code !== 0) throw new Error(err);
  return (performance.now() - started) / 1000;
}

async function addDocuments(settings: StorageSettings): Promise<void> {
  const storage = await openStorage(settings);
  const { rows } = await sql<{ key: string }>`
    insert into document
      (student_id, answer_key, file_key, file_name, file_size, status, pdf_key, created_at, updated_at)
    select id, 'card', id || '/sent', 'card.pdf', ${DOCUMENT_BYTES}, 'COMPLETED', id || '/pdf', now(), now()
    from student limit ${DOCUMENTS} returning pdf_key as key`.execute(storage.db);
  await storage.close();
  const files = await openStoredFiles({ dataDir: settings.dataDir, storage: undefined });
  for (const { key } of rows) await files.write(key, randomBytes(DOCUMENT_BYTES));
}

function megabytesOf(folder: string): number {
  return (
    Number(execFileSync('du', ['--summarize', '--bytes', folder], { encoding: 'utf8' }).split('\t')[0]) / 1e6
  );
}
