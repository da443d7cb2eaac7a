import { hash, randomBytes } from 'node:crypto';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Client, type PoolClient } from 'pg';
import { afterAll } from 'vitest';
import { createDatabase, openStorage, type Storage } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createEmbeddedPool } from '#server/database/pglite-engine.ts';
import { postgresUrl } from '#test/support/services.ts';
import { lendEmptyDatabase, version } from './empty-database.ts';

export type TestEngine = { readonly engine: string; readonly open: () => Promise<Storage> };

/** The database of a suite: PostgreSQL if configured, else the embedded one. */
export const testEngines: readonly TestEngine[] = [
  postgresUrl
    ? { engine: 'PostgreSQL', open: () => openFreshPostgres(postgresUrl) }
    : { engine: 'the embedded database', open: openEmbeddedInMemory },
];

/** Opens the database of a suite while it is collected, and closes it after the suite. */
export async function openSuiteStorage(open = openEmbeddedInMemory): Promise<Storage> {
  const storage = await open();
  afterAll(() => storage.close());
  return storage;
}

/** The environment of a server with a database, and its removal. */
export type OutsideDatabase = { readonly env: Record<string, string>; readonly drop: () => Promise<void> };

/** The database of server processes: PostgreSQL if configured, else the embedded one. */
export const outsideDatabases: readonly { readonly name: string; open(): Promise<OutsideDatabase> }[] = [
  postgresUrl
    ? { name: 'PostgreSQL', open: openOutside }
    : { name: 'the embedded database', open: async () => ({ env: {}, drop: async () => undefined }) },
];

async function openOutside(): Promise<OutsideDatabase> {
  const { url, drop } = await createPostgresDatabase(postgresUrl);
  return { env: { DATABASE_URL: url }, drop };
}

/** An embedded database in memory, emptied after the test. */
export async function openEmbeddedInMemory(): Promise<Storage> {
  const { database, giveBack } = await lendEmptyDatabase();
  const pool = createEmbeddedPool(createPgConfig(database)).on('connect', prepareStatements);
  const db = createDatabase(pool);
  await migrate(db);
  const close = async (): Promise<void> => {
    await pool.end();
    await giveBack();
  };
  return {
    db,
    pool,
    engine: 'embedded',
    changeSchema: (work) => work(pool),
    close,
  };
}

/**
 * Has each statement with values planned once, which takes longer than to run it on the few rows of a test. A server
 * does not: plans of empty tables do not suit full ones, such as those of an import. Longer lists have many lengths.
 */
function prepareStatements(client: PoolClient): void {
  const query: (...given: unknown[]) => unknown = client.query.bind(client);
  const prepared = (text: unknown, values?: unknown, ...callback: unknown[]): unknown =>
    typeof text === 'string' &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= 20 &&
    !text.includes('lookup_entry')
      ? query({ name: hash('sha1', text), text, values }, ...callback)
      : query(text, values, ...callback);
  Object.assign(client, { query: prepared });
}

/** A new database with all tables on a PostgreSQL server, dropped at the end. */
async function openFreshPostgres(serverUrl: string): Promise<Storage> {
  await (template ??= prepareTemplate(serverUrl));
  const { url, drop } = await createPostgresDatabase(serverUrl, TEMPLATE);
  const storage = await openStorage({ dataDir: '', databaseUrl: url });
  const close = async (): Promise<void> => {
    await storage.close();
    await drop();
  };
  return { ...storage, close };
}

/** An empty database with all tables, which is four times as fast to copy as to make. It stays on the server. */
const TEMPLATE = `matricula_template_${version}`;
let template: Promise<void> | undefined;

/** Creates the template, and removes those of older sources. Other processes wait. */
async function prepareTemplate(serverUrl: string): Promise<void> {
  await runOnServer(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`);
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'matricula\\_template\\_%'`,
    );
    if (rows.some(({ name }) => name === TEMPLATE)) return;
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
    const made = await createPostgresDatabase(serverUrl);
    const storage = await openStorage({ dataDir: '', databaseUrl: made.url });
    await storage.close();
    await client.query(`alter database ${made.name} rename to ${TEMPLATE}`);
  });
}

type PostgresDatabase = { readonly name: string; readonly url: string; readonly drop: () => Promise<void> };

/** A new database, empty or a copy, with its URL for a server in another process. */
export async function createPostgresDatabase(
  serverUrl: string,
  copied = 'template1',
): Promise<PostgresDatabase> {
  const name = `matricula_test_${randomBytes(8).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = `drop database ${name} with (force)`;
  const run = (statement: string) =>
    runOnServer(serverUrl, async (client) => void (await client.query(statement)));
  await run(`create database ${name} template ${copied}`);
  return { name, url: url.href, drop: () => run(drop) };
}

/** Runs statements outside the databases of tests. */
async function runOnServer(serverUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
