import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { createAuditTrail } from '../../src/server/audit/audit-trail.ts';
import { openBackupFolder } from '../../src/server/backup/backup-folder.ts';
import { makeBackup } from '../../src/server/backup/make-backup.ts';
import { openBackup, restoreInto } from '../../src/server/backup/restore-backup.ts';
import { type Database, openStorage, type StorageSettings } from '../../src/server/database/database.ts';
import type { FileStore } from '../../src/server/files/file-store.ts';
import { openStoredFiles } from '../../src/server/files/open-files.ts';
import { startJobs } from '../../src/server/jobs/jobs.ts';
import { startMailServer } from '../drill/stage/mail-server.ts';
import { createPostgresDatabase } from '../server/test-storage.ts';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { onDatabases } from './on-databases.ts';

/** Intended size of the embedded database: a thousand students. */
const APPLICATIONS = { embedded: 1000, PostgreSQL: 100_000 };
const DOCUMENTS = 1000;
const DOCUMENT_BYTES = 1_000_000;
const EMAILS = 1000;
const EVENTS_EACH = 10;
const IDLE_SECONDS = 10;

/** Measures backups, emails, idle load and the audit trail with many complete applications. */
export function benchUpkeep(): Promise<readonly Figure[]> {
  return onDatabases(async (name, databaseUrl) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
    const count = databaseUrl ? APPLICATIONS.PostgreSQL : APPLICATIONS.embedded;
    const source = { dataDir: path.join(folder, 'data'), databaseUrl, isUnlimited: true };
    const measured: Measured[] = [];
    try {
      await seedStudents(source, count, completeState(readForm()).answers);
      await addEvents(source);
      // A server would remove the events at once.
      for (const measure of [measureBackup, removeEvents, measureServer])
        measured.push(...(await measure(source, folder)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return measured.map(([what, value, unit]) => ({
      name: `${what}, ${count} applications, ${name}`,
      value,
      unit,
      baselines: [],
    }));
  });
}

type Measured = readonly [what: string, value: number, unit: Figure['unit']];

async function measureBackup(source: StorageSettings, folder: string): Promise<readonly Measured[]> {
  const [to, dataDir] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
  const restored = source.databaseUrl ? await createPostgresDatabase(source.databaseUrl) : undefined;
  const files = await openStoredFiles({ ...source, storage: undefined });
  const { db, close } = await openStorage(source);
  await addDocuments(db, files);
  const parts = { db, files, folder: await openBackupFolder(to), pauseDeletion: async () => undefined };
  const started = performance.now();
  let rowsDone = 0;
  await makeBackup({ ...parts, report: () => (rowsDone ||= performance.now()) });
  const done = performance.now();
  await close();
  const target = {
    settings: { dataDir, databaseUrl: restored?.url },
    operator: 'bench',
    clock: () => new Date(),
  };
  const copies = await openStoredFiles({ dataDir, storage: undefined });
  await restoreInto(await openBackup(to, []), { ...target, files: copies });
  const restore = performance.now() - done;
  await restored?.drop();
  const size = execFileSync('du', ['--summarize', '--bytes', path.join(to, 'tables')], { encoding: 'utf8' });
  return [
    ['backup of all rows', (rowsDone - started) / 1000, 's'],
    ['their size in the backup', Number.parseInt(size, 10) / 1e6, 'MB'],
    ['backup per document of 1 MB', (done - rowsDone) / DOCUMENTS, 'ms'],
    [`restore, with ${DOCUMENTS} documents`, restore / 1000, 's'],
  ];
}

async function addDocuments(db: Database, files: Pick<FileStore, 'write'>): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    insert into document
      (student_id, answer_key, file_key, file_name, file_size, status, pdf_key, created_at, updated_at)
    select id, 'card', id || '/sent', 'card.pdf', ${DOCUMENT_BYTES}, 'COMPLETED', id || '/pdf', now(), now()
    from student limit ${DOCUMENTS} returning pdf_key as key`.execute(db);
  for (const { key } of rows) await files.write(key, randomBytes(DOCUMENT_BYTES));
}

/** Measures emails to an in-process mail server, then the server's idle load. */
async function measureServer(source: StorageSettings): Promise<readonly Measured[]> {
  const mail = await startMailServer();
  const storage = await openStorage(source);
  const jobs = await startJobs(storage, () => undefined);
  const students = await storage.db.selectFrom('student').select('username').limit(EMAILS).execute();
  for (const { username } of students) await jobs.sendMailJob({ kind: 'unused', username: username ?? '' });
  await jobs.stop();
  await storage.close();
  const database = source.databaseUrl && { DATABASE_URL: source.databaseUrl };
  const env = { ...database, SMTP_URL: mail.url, MAIL_FROM: 'apply@example.edu' };
  const server = await startTestServer({ dataDir: source.dataDir, env, command: USUAL_SERVER });
  while (mail.received.length === 0) await delay(1);
  const started = performance.now();
  while (mail.received.length < EMAILS) await delay(1);
  const emails = (EMAILS * 1000) / (performance.now() - started);
  const idle = source.databaseUrl ? await idleStatements(source) : undefined;
  await server.stop();
  await mail.halt();
  return [
    ['emails of a server', emails, '/s'],
    ...(idle === undefined ? [] : [['statements of an idle server', idle, '/s'] as const]),
  ];
}

/** Returns statements per second; the database's statistics lag by seconds. */
async function idleStatements(source: StorageSettings): Promise<number> {
  const { db, close } = await openStorage(source);
  const committed = async (): Promise<number> => {
    await delay(IDLE_SECONDS * 1000);
    return numberOf(db, sql`select xact_commit from pg_stat_database where datname = current_database()`);
  };
  const before = await committed();
  const statements = ((await committed()) - before) / IDLE_SECONDS;
  await close();
  return statements;
}

/** As many as an applicant leaves in the audit trail, long ago. */
async function addEvents(source: StorageSettings): Promise<void> {
  const { db, close } = await openStorage(source);
  await sql`insert into audit (at, kind, username, client, result)
    select now() - interval '500 days', 'conversion', username, '203.0.113.7', 'ok'
    from student, generate_series(1, ${EVENTS_EACH}::integer)`.execute(db);
  await close();
}

async function removeEvents(source: StorageSettings): Promise<readonly Measured[]> {
  const { db, close } = await openStorage(source);
  const events = await numberOf(db, sql`select count(*) from audit`);
  const bytes = await numberOf(db, sql`select pg_total_relation_size('audit')`);
  const started = performance.now();
  await createAuditTrail(db, () => new Date()).forgetBefore(new Date());
  const seconds = (performance.now() - started) / 1000;
  await close();
  return [
    ['event of the audit trail', bytes / events / 1000, 'kB'],
    ['removal of old events', events / seconds, '/s'],
  ];
}

async function numberOf(db: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await query.execute(db);
  return Number(Object.values(Object(rows[0]))[0]);
}
