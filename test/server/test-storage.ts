import { randomBytes } from 'node:crypto';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { createDatabase, openStorage, type Storage } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createEmbeddedPool } from '#server/database/pglite-engine.ts';
import { postgresUrl } from '#test/support/services.ts';
import { lendEmptyDatabase } from './empty-database.ts';

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
  const pool = createEmbeddedPool(createPgConfig(database));
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

/** A new database on a PostgreSQL server, dropped at the end. */
async function openFreshPostgres(serverUrl: string): Promise<Storage> {
  const { url, drop } = await createPostgresDatabase(serverUrl);
  const storage = await openStorage({ dataDir: '', databaseUrl: url });
  const close = async (): Promise<void> => {
    await storage.close();
    await drop();
  };
  return { ...storage, close };
}

/** A new database with its URL, for a server in another process. */
export async function createPostgresDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `matricula_test_${randomBytes(8).toString('hex')}`;
  await runOnServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(serverUrl, `drop database ${name} with (force)`) };
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
