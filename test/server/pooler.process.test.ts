import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, onTestFinished } from 'vitest';
import { startPgbouncer } from '#test/support/pgbouncer-server.ts';
import { isDatabaseUnavailable } from '#server/database/storage-errors.ts';
import { longTransaction, openStorage } from '#server/database/database.ts';
import { startServer } from '#server/start/main.ts';
import { sql } from 'kysely';
import { seedStudents, type BenchStudent } from '#test/bench/bench-students.ts';
import { describeWith, postgresUrl } from '#test/support/services.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { call, signUpAndLogIn } from './server-calls.ts';
import { createPostgresDatabase } from './test-storage.ts';

const STUDENTS = 12;
const SAVES = 20;
/** Fewer than the server's connections, so that statements change them. */
const LENT = 3;
/** Longer than a request's statement limit. */
const LONG_SECONDS = 7;

async function openDatabase() {
  const { url, drop } = await createPostgresDatabase(postgresUrl);
  onTestFinished(drop);
  const pooler = await startPgbouncer(url, LENT);
  onTestFinished(() => pooler.stop());
  return { databaseUrl: pooler.through(url), databaseDirectUrl: url };
}

describeWith(['postgres', 'pgbouncer'], 'through a transaction pooler', () => {
  test('saves, look-ups, submits and mails work', async () => {
    const database = await openDatabase();
    const students = await seedStudents({ dataDir: '', ...database }, STUDENTS, {});
    const { databaseUrl: DATABASE_URL, databaseDirectUrl: DATABASE_DIRECT_URL } = database;
    const started = await startTestServer({ env: { DATABASE_URL, DATABASE_DIRECT_URL, LOG_LEVEL: 'error' } });
    onTestFinished(() => started.stop());
    const statuses = await Promise.all(students.map((student) => useAsStudent(started, student)));
    expect(new Set(statuses.flat())).toEqual(new Set([200, 422]));
    expect(statuses.flat().filter((status) => status === 200).length).toBeGreaterThan(STUDENTS * SAVES);
    await signUpAndLogIn(started, 'pooled@example.org');
    expect(started.output()).not.toContain('"level":50');
  });

  test('statements have the same limits', async () => {
    const { db, pool, close } = await openStorage({ dataDir: '', ...(await openDatabase()) });
    onTestFinished(close);
    const sleep = sql`select pg_sleep(${sql.lit(LONG_SECONDS)})`;
    const inTransaction = db.transaction().execute((transaction) => sleep.execute(transaction));
    await Promise.all([
      expect(sleep.execute(db)).rejects.toSatisfy(isDatabaseUnavailable),
      expect(inTransaction).rejects.toThrow('statement timeout'),
      longTransaction(db, (transaction) => sleep.execute(transaction)),
    ]);
    await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  test('a start without pooler settings reports what is missing', async () => {
    const { databaseUrl: DATABASE_URL } = await openDatabase();
    const started = startServer({ PORT: '0', DATABASE_URL });
    await expect(started).rejects.toThrow(
      `${new URL(DATABASE_URL).host} is a pooler of connections. Set DATABASE_DIRECT_URL to the address of the database behind it.`,
    );
  });
});

/** @returns the statuses of a student's saves and other calls */
async function useAsStudent(server: TestServer, { token }: BenchStudent): Promise<readonly number[]> {
  const cookie = `matricula_session=${token}`;
  const keys = await firstTextKeys(SAVES);
  const statuses: number[] = [];
  const ask = async (url: string, options: Parameters<typeof call>[2]): Promise<void> => {
    const response = await call(server, url, { ...options, cookie });
    await response.arrayBuffer();
    statuses.push(response.status);
  };
  for (const [turn, key] of keys.entries()) {
    await ask('/api/answer', { method: 'PUT', body: { answer: { [key]: String(turn) } } });
    if (turn % 5 === 0) await ask('/api/profile', { method: 'GET' });
    if (turn % 10 === 0)
      await ask('/lookup/find?query=den&category=hs_ceeb&max_results=5', { method: 'GET' });
    await delay(50);
  }
  await ask('/api/submit', {});
  return statuses;
}
