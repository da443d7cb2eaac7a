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
  LIMITS,
} from './postgres-pool.ts';
import { databaseAddress } from '../settings/service-addresses.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { openPglite } from './pglite.ts';
import type { Tables } from './tables.ts';
import { clientTo } from './writable-client.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** Brings a database to its shape. @returns a sentence for the log when that is ahead of this server */
type MigrateDatabase = (db: Database) => Promise<string | undefined>;

export type Storage = {
  readonly db: Database;
  readonly pool: Pool;
  /** Which engine is behind the pool. */
  readonly engine: 'embedded' | 'postgres';
  /** Runs what changes the shape of the database, over connections without a time limit, while no other server does. */
  changeSchema<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result>;
  /** For the log: that a newer server has changed the database. */
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

/** What holds on to one connection, a migration, goes past the pooler. */
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
    db: isPooled ? new Kysely<Tables>({ dialect: pooledDialect(pool, LIMITS) }) : createDatabase(pool),
    pool,
    engine: 'postgres',
    changeSchema,
    ahead,
    close: () => pool.end(),
  };
}

/** The query builder over a pool. */
export function createDatabase(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function openEmbedded(settings: StorageSettings, onError: OnError): Promise<Storage> {
  const embedded = await openPglite(settings, onError);
  return {
    db: createDatabase(embedded.pool),
    pool: embedded.pool,
    engine: 'embedded',
    // Nobody else has its folder.
    changeSchema: (work) => work(embedded.pool),
    close: () => embedded.close(),
  };
}

/** Runs over its own connections, because a migration can take long. */
function shapeOf(databaseUrl: string, onError: OnError): Storage['changeSchema'] {
  return (work) =>
    withMigrationLock(clientTo(databaseAddress(databaseUrl)), onError, async () => {
      const pool = createUnlimitedPool(databaseUrl, onError);
      return work(pool).finally(() => pool.end());
    });
}

/** Creates a pool without time limits. The network notices a dead machine; a pooler refuses the settings. */
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

/** A transaction of statements that go through whole tables, and may take longer than those of a request. */
export function longTransaction<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(LONG_STATEMENT_MS)}`.execute(transaction);
    return work(transaction);
  });
}

/** Where the database is. */
export type StorageSettings = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** The same database, not through the pooler that `databaseUrl` goes through; undefined: there is none. */
  readonly databaseDirectUrl?: string | undefined;
  /** Without time limits on statements and transactions, past the pooler: for work that can stall elsewhere. */
  readonly isUnlimited?: boolean;
  /** What the embedded database keeps of its files in memory. Default: PostgreSQL's own, 128. */
  readonly cacheMegabytes?: number;
};

/** The same database, not through its pooler: for who holds on to a connection for long. */
export function pastPooler(settings: StorageSettings): StorageSettings {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings;
  return { ...settings, databaseUrl: databaseDirectUrl, databaseDirectUrl: undefined };
}

const WITHIN_MS = 3000;

/** Whether the database answers within three seconds: one that hangs is as bad as one that refuses. Never rejects. */
export function databaseAnswers(db: Database): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, delay(WITHIN_MS, false, { ref: false })]);
}
