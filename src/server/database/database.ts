import { Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { printError, type OnError } from '../http/error-log.ts';
import {
  handleConnectionErrors,
  pooledDialect,
  CONNECTION,
  createPostgresPool,
  KEPT_ALIVE,
} from './postgres-pool.ts';
import { databaseAddress } from '../settings/service-addresses.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { openPglite } from './pglite.ts';
import type { Tables } from './tables.ts';
import { clientTo } from './writable-client.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** Migrates a database. @returns a sentence for the log if it is ahead of this server */
type MigrateDatabase = (db: Database) => Promise<string | undefined>;

export type Storage = {
  readonly db: Database;
  readonly pool: Pool;
  /** The engine of the pool. */
  readonly engine: 'embedded' | 'postgres';
  /** Runs schema changes under a lock shared by all servers, on connections without time limits. */
  changeSchema<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result>;
  /** Sentence for the log if a newer server has changed the database. */
  readonly ahead?: string | undefined;
  close(): Promise<void>;
};

/** Opens PostgreSQL, or without a URL the embedded database, and migrates it. `onError` gets background errors. */
export async function openStorage(
  settings: StorageSettings,
  onError: OnError = printError,
  migrateDatabase: MigrateDatabase = migrate,
): Promise<Storage> {
  const { databaseUrl } = settings;
  if (databaseUrl) return openPostgres({ ...settings, databaseUrl }, onError, migrateDatabase);
  const storage = await openEmbedded(settings, onError);
  try {
    return { ...storage, ahead: await migrateDatabase(storage.db) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Opens PostgreSQL. Migrations, which hold one connection, bypass the pooler. */
async function openPostgres(
  { databaseUrl, databaseDirectUrl, isUnlimited }: StorageSettings & { readonly databaseUrl: string },
  onError: OnError,
  migrateDatabase: MigrateDatabase,
): Promise<Storage> {
  const changeSchema = shapeOf(databaseDirectUrl ?? databaseUrl, onError);
  const ahead = await changeSchema((pool) => migrateDatabase(createDatabase(pool)));
  const isPooled = databaseDirectUrl !== undefined;
  const pool = isUnlimited
    ? createUnlimitedPool(databaseUrl, onError)
    : createPostgresPool(databaseUrl, onError, { isPooled });
  return {
    db: isPooled ? new Kysely<Tables>({ dialect: pooledDialect(pool) }) : createDatabase(pool),
    pool,
    engine: 'postgres',
    changeSchema,
    ahead,
    close: () => pool.end(),
  };
}

/** Creates the query builder over a pool. */
export function createDatabase(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function openEmbedded(settings: StorageSettings, onError: OnError): Promise<Storage> {
  const embedded = await openPglite(settings, onError);
  return {
    db: createDatabase(embedded.pool),
    pool: embedded.pool,
    engine: 'embedded',
    // No other process uses its folder.
    changeSchema: (work) => work(embedded.pool),
    close: () => embedded.close(),
  };
}

/** Uses its own connections, because migrations can take long. */
function shapeOf(databaseUrl: string, onError: OnError): Storage['changeSchema'] {
  return (work) =>
    withMigrationLock(clientTo(databaseAddress(databaseUrl)), onError, async () => {
      const pool = createUnlimitedPool(databaseUrl, onError);
      return work(pool).finally(() => pool.end());
    });
}

/** Creates a pool without time limits. The network detects a dead machine; poolers reject the settings. */
function createUnlimitedPool(databaseUrl: string, onError: OnError): Pool {
  const pool = new Pool({
    ...CONNECTION,
    ...KEPT_ALIVE,
    statement_timeout: DAY_MS,
    idle_in_transaction_session_timeout: DAY_MS,
    Client: clientTo(databaseAddress(databaseUrl)),
  });
  handleConnectionErrors(pool, onError);
  return pool;
}

const LONG_STATEMENT_MS = 25_000;
const DAY_MS = 24 * 3_600_000;

/** Runs a transaction with full-table statements. Its time limit is longer than that of requests. */
export function longTransaction<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(LONG_STATEMENT_MS)}`.execute(transaction);
    return work(transaction);
  });
}

/** Connection settings of the database. */
export type StorageSettings = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Address of the database behind the pooler of `databaseUrl`; undefined: no pooler. */
  readonly databaseDirectUrl?: string | undefined;
  /** Disables time limits on statements and transactions, bypassing the pooler: for work that can stall elsewhere. */
  readonly isUnlimited?: boolean;
  /** File cache of the embedded database in MB. Default: PostgreSQL's own, 128. */
  readonly cacheMegabytes?: number;
};

/** Returns settings that bypass the pooler, for connections held for long. */
export function pastPooler(settings: StorageSettings): StorageSettings {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings;
  return { ...settings, databaseUrl: databaseDirectUrl, databaseDirectUrl: undefined };
}

const WITHIN_MS = 3000;

/** Whether the database answers within three seconds. Hanging is as bad as refusing. Never rejects. */
export function databaseAnswers(db: Database): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, delay(WITHIN_MS, false, { ref: false })]);
}
