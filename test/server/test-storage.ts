import { randomBytes } from 'node:crypto';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Client } from 'pg';
import { createDatabase, openStorage, type Storage } from '#server/storage/database.ts';
import { migrate } from '#server/storage/migrate.ts';
import { createEmbeddedPool } from '#server/storage/pglite-engine.ts';
import { preparedOn } from '#server/storage/prepared-statements.ts';
import { lendEmptyDatabase } from './empty-database.ts';

export type TestEngine = { readonly engine: string; readonly open: () => Promise<Storage> };

const postgresUrl = process.env['TEST_DATABASE_URL'];

/** The databases that a suite runs on: the embedded one always, PostgreSQL when the environment names one. */
export const testEngines: readonly TestEngine[] = [
  { engine: 'the embedded database', open: openEmbeddedInMemory },
  ...(postgresUrl ? [{ engine: 'PostgreSQL', open: () => openFreshPostgres(postgresUrl) }] : []),
];

/** An embedded database without a folder: nothing to sync, nothing to lock, empty again after the test. */
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
    runPrepared: preparedOn(pool),
    engine: 'embedded',
    changeShape: (work) => work(pool),
    close,
  };
}

/** A database of its own on a PostgreSQL server, dropped at the end. */
async function openFreshPostgres(serverUrl: string): Promise<Storage> {
  const { url, drop } = await createPostgresDatabase(serverUrl);
  const storage = await openStorage({ dataDir: '', databaseUrl: url });
  const close = async (): Promise<void> => {
    await storage.close();
    await drop();
  };
  return { ...storage, close };
}

/** An empty database with its address, for a server in another process. */
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
