import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { printFault, type OnFault } from '../fault-log.ts';
import { handleConnectionErrors } from './database-connections.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import type { StorageSettings } from './storage-settings.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Storage = {
  readonly db: Database;
  readonly pool: Pool;
  /** Which engine is behind the pool. */
  readonly engine: 'embedded' | 'postgres';
  close(): Promise<void>;
};

/**
 * Opens the database of the settings, PostgreSQL when there is a URL and the embedded one in `dataDir`
 * otherwise, and brings it to the newest shape. The same SQL runs on both. `onFault` is called for what fails in the
 * background.
 */
export async function openStorage(
  settings: StorageSettings,
  onFault: OnFault = printFault,
): Promise<Storage> {
  const { databaseUrl } = settings;
  if (databaseUrl) {
    await migratePostgres(databaseUrl, onFault);
    const pool = createPostgresPool(databaseUrl, onFault);
    return { db: createDatabase(pool), pool, engine: 'postgres', close: () => pool.end() };
  }
  const storage = await openEmbedded(settings, onFault);
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

async function openEmbedded(settings: StorageSettings, onFault: OnFault): Promise<Storage> {
  const embedded = await openPglite(settings, onFault);
  return {
    db: createDatabase(embedded.pool),
    pool: embedded.pool,
    engine: 'embedded',
    close: () => embedded.close(),
  };
}

/** Settings of every connection to a PostgreSQL server. */
const CONNECTION: PoolConfig = {
  // The connections stay: a timer for each query would cost more than they do.
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 5000,
  application_name: 'matricula',
};

/**
 * Over connections of its own: a migration takes the time that it needs, or that of the server that is at it already.
 * A machine that is gone without a word is noticed by the network.
 */
async function migratePostgres(connectionString: string, onFault: OnFault): Promise<void> {
  const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const pool = new Pool({ ...CONNECTION, ...keptAlive, connectionString });
  handleConnectionErrors(pool, onFault);
  await migrate(createDatabase(pool)).finally(() => pool.end());
}

/**
 * A statement ends after five seconds by itself, {@link longTransaction}'s after 25, and a transaction after fifteen
 * without one. What is not answered for longer hangs: the machine of the database is gone without a word, and the
 * network would notice after minutes.
 */
const HANGS_AFTER_MS = 30_000;
const LONG_STATEMENT_MS = 25_000;

/** A transaction of statements that go through whole tables, and may take longer than those of a request. */
export function longTransaction<Result>(
  db: Database,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(LONG_STATEMENT_MS)}`.execute(transaction);
    return work(transaction);
  });
}

/** A pool of connections to a PostgreSQL server; none is opened before it is used. */
export function createPostgresPool(
  connectionString: string,
  onFault: OnFault,
  hangsAfterMs: number = HANGS_AFTER_MS,
): Pool {
  const pool = new Pool({
    ...CONNECTION,
    connectionString,
    max: 10,
    statement_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
  });
  handleConnectionErrors(pool, onFault);
  cutHanging(pool, hangsAfterMs);
  return pool;
}

/**
 * Ends connections that hang, which fails what waits for them and has the pool open new ones. The time is counted anew
 * with each statement that was answered.
 */
function cutHanging(pool: Pool, hangsAfterMs: number): void {
  const timers = new WeakMap<PoolClient, NodeJS.Timeout>();
  pool.on('connect', (client) => void client.on('drain', () => timers.get(client)?.refresh()));
  pool.on('acquire', (client) => void timers.set(client, setTimeout(cutConnection, hangsAfterMs, client)));
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client));
    timers.delete(client);
  });
}

function cutConnection(client: PoolClient): void {
  if (client instanceof Client) void client.end();
}
