import { Client } from 'pg';
import { expect, test, onTestFinished } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { startServer } from '#server/start/main.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { openStorage } from '#server/database/database.ts';
import { MIGRATION_LOCK } from '#server/database/migrate.ts';
import { describeWith, postgresUrl } from '#test/support/services.ts';
import { createPostgresDatabase } from './test-storage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const SERVERS = 8;

async function createDatabase(): Promise<string> {
  const { url, drop } = await createPostgresDatabase(postgresUrl);
  onTestFinished(drop);
  return url;
}

/** Creates the tables and the job queue. */
async function start(databaseUrl: string): Promise<void> {
  const storage = await openStorage({ dataDir: '', databaseUrl });
  onTestFinished(() => storage.close());
  const jobs = await startJobs(storage, () => undefined);
  onTestFinished(() => jobs.stop());
}

describeWith(['postgres'], 'a first start on an empty PostgreSQL database', () => {
  test('succeeds on each of several servers', async () => {
    const url = await createDatabase();
    const starts = await Promise.allSettled(Array.from({ length: SERVERS }, () => start(url)));
    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test("waits for another server's start, and returns 503", async () => {
    const url = await createDatabase();
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const dataDir = temporaryFolder();
    const port = await freePort();
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: `${port}`, LOG_LEVEL: 'silent' };
    const started = startServer(environment);
    const waiting = () =>
      other.query(`select from pg_stat_activity
          where application_name = 'matricula' and wait_event = 'advisory' and datname = current_database()`);
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    const { rowCount: tables } = await other.query(`select from pg_tables where schemaname = 'public'`);
    expect(tables).toBe(0);
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 60_000 }).toBe(503);
    await other.end();
    const server = await started;
    onTestFinished(() => server.stop());
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  });
});
