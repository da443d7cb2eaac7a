import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { startServer } from '#server/start/main.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { openStorage } from '#server/database/database.ts';
import { MIGRATION_LOCK } from '#server/database/migrate.ts';
import { describeWith, postgresUrl } from '#test/support/services.ts';
import { createPostgresDatabase } from './test-storage.ts';

const SERVERS = 8;

describeWith(['postgres'], 'a first start on an empty PostgreSQL database', () => {
  const cleanUp: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  });

  async function createDatabase(): Promise<string> {
    const { url, drop } = await createPostgresDatabase(postgresUrl);
    cleanUp.push(drop);
    return url;
  }

  /** Creates the tables and the job queue. */
  async function start(databaseUrl: string): Promise<void> {
    const storage = await openStorage({ dataDir: '', databaseUrl });
    cleanUp.push(() => storage.close());
    const jobs = await startJobs(storage, () => undefined);
    cleanUp.push(() => jobs.stop());
  }

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
    const dataDir = mkdtempSync(path.join(tmpdir(), 'first-'));
    cleanUp.push(async () => rmSync(dataDir, { recursive: true, force: true }));
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
    cleanUp.push(() => server.stop());
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  });
});
