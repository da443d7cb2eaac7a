import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Storage = {
  readonly db: Database;
  readonly pool: Pool;
  /** Which engine is behind the pool. */
  readonly engine: 'embedded' | 'postgres';
  close(): Promise<void>;
};

export type StorageSettings = { readonly dataDir: string; readonly databaseUrl?: string | undefined };

/**
 * Opens the database of the settings, PostgreSQL when there is a URL and the embedded one in `dataDir`
 * otherwise, and brings it to the newest shape. The same SQL runs on both.
 */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const storage = settings.databaseUrl
    ? connectPostgres(settings.databaseUrl)
    : await openEmbedded(settings.dataDir);
  try {
    await migrate(storage.db);
  } catch (error) {
    await storage.close();
    throw error;
  }
  return storage;
}

/** The query builder over a pool. */
export function createDatabase(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function openEmbedded(dataDir: string): Promise<Storage> {
  const embedded = await openPglite(dataDir);
  return {
    db: createDatabase(embedded.pool),
    pool: embedded.pool,
    engine: 'embedded',
    close: () => embedded.close(),
  };
}

function connectPostgres(connectionString: string): Storage {
  const pool = new Pool({
    connectionString,
    max: 10,
    // The connections stay: a timer for each query would cost more than they do.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'matricula',
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { db: createDatabase(pool), pool, engine: 'postgres', close: () => pool.end() };
}
