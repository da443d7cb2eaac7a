import { Client } from 'pg';
import { describe, expect, test, onTestFinished } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { startPostgres, type PostgresCluster } from '#scripts/ci/postgres-cluster.ts';
import { createPostgresPool } from '#server/database/postgres-pool.ts';
import { isDatabaseUnavailable } from '#server/database/storage-errors.ts';
import { readDatabaseUrl } from '#server/settings/service-addresses.ts';
import { seedStudents } from '#test/bench/bench-students.ts';
import { describeWith, postgresPrograms } from '#test/support/services.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { call } from './server-calls.ts';

describe('a database URL', () => {
  test.each([
    ['postgres://me:secret@db:5432/form', ['postgres://me:secret@db:5432/form'], 'db:5432', false],
    [
      'postgresql://db/form?target_session_attrs=any',
      ['postgresql://db/form?target_session_attrs=any'],
      'db',
      false,
    ],
    [
      'postgres://db/form?target_session_attrs=primary',
      ['postgres://db/form?target_session_attrs=primary'],
      'db',
      true,
    ],
    [
      'postgres://me:secret@one:5432,[::1]:5433,three/form?sslmode=disable',
      [
        'postgres://me:secret@one:5432/form?sslmode=disable',
        'postgres://me:secret@[::1]:5433/form?sslmode=disable',
        'postgres://me:secret@three/form?sslmode=disable',
      ],
      'one:5432,[::1]:5433,three',
      true,
    ],
  ])('%s has one or more hosts', (text, urls, hosts, mustTakeWrites) => {
    expect(readDatabaseUrl(text)).toEqual({ urls, hosts, mustTakeWrites });
  });

  test.each([
    'mysql://db/form',
    'postgres:///form',
    'postgres://one,/form',
    'postgres://one:port,two/form',
    'postgres://one,two/form?target_session_attrs=standby',
  ])('is not %s', (text) => expect(readDatabaseUrl(text)).toBeUndefined());
});

async function startPair() {
  const primary = await startPostgres(postgresPrograms);
  onTestFinished(() => primary.stop());
  const standby = await startPostgres(postgresPrograms, [], { standbyOf: primary });
  onTestFinished(() => standby.stop());
  return { primary, standby };
}

// On its own clusters, which it halts and promotes.
describeWith(['cluster'], 'a database with several hosts', () => {
  test('connects to the primary, before and after a failover', async () => {
    const { primary, standby } = await startPair();
    const url = addressOf([`127.0.0.1:${await freePort()}`, standby, primary]);
    const [student] = await seedStudents({ dataDir: '', databaseUrl: url }, 1, {});
    const server = await startTestServer({ env: { DATABASE_URL: url, LOG_LEVEL: 'error' } });
    onTestFinished(() => server.stop());
    const [key = ''] = await firstTextKeys(1);
    const cookie = `matricula_session=${student?.token}`;
    const save = (value: string) =>
      call(server, '/api/answer', { method: 'PUT', body: { answer: { [key]: value } }, cookie });
    expect((await save('before')).status).toBe(200);
    await primary.halt();
    const during = await save('during');
    expect(during.status).toBe(503);
    expect(Number(during.headers.get('retry-after'))).toBeGreaterThan(0);
    await promote(standby);
    await expect.poll(async () => (await save('after')).status, { interval: 200, timeout: 30_000 }).toBe(200);
    const profile = await call(server, '/api/profile', { method: 'GET', cookie });
    expect(await profile.json()).toMatchObject({ answer: { [key]: 'after' } });
    expect(server.exitCode()).toBeNull();
  });

  test('leaves a host that stops accepting writes', async () => {
    const { primary, standby } = await startPair();
    const pool = createPostgresPool(addressOf([primary, standby]), () => undefined);
    onTestFinished(() => pool.end());
    await pool.query('create table kept (what text)');
    await run(primary, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    const write = () => pool.query(`insert into kept values ('late')`);
    await expect.poll(() => write().catch((error: unknown) => isDatabaseUnavailable(error))).toBe(true);
    await promote(standby);
    await expect.poll(async () => (await write().catch(() => undefined))?.rowCount).toBe(1);
  });
});

function addressOf(hosts: readonly (string | PostgresCluster)[]): string {
  const names = hosts.map((host) => (typeof host === 'string' ? host : new URL(host.url).host));
  return `postgres://postgres@${names.join(',')}/postgres?target_session_attrs=read-write`;
}

function promote(standby: PostgresCluster): Promise<void> {
  return run(standby, 'select pg_promote()');
}

async function run({ url }: PostgresCluster, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
