import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { baselineMigration } from './migrations/0001-baseline.ts';
import { proofsAndScansMigration } from './migrations/0002-proofs-and-scans.ts';
import { cyclesMigration } from './migrations/0003-r2-cycles.ts';
import type { Client, ClientConfig } from 'pg';
import type { OnError } from '../http/error-log.ts';
import { CONNECTION, KEPT_ALIVE } from './postgres-pool.ts';

/** File name → migration. Names from the second release on include the release: `0002-r2-…`. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-baseline': baselineMigration,
  '0002-proofs-and-scans': proofsAndScansMigration,
  '0003-r2-cycles': cyclesMigration,
};

/**
 * Migrates to this server's newest schema, unless a newer server changed it.
 * @returns a sentence for the log if the database is ahead of this server, by one release at most
 * @throws Error with one sentence if it is further ahead; the first failed migration's error, with earlier ones kept
 */
export async function migrate<Database>(
  db: Kysely<Database>,
  migrations: typeof MIGRATIONS = MIGRATIONS,
): Promise<string | undefined> {
  const applied = await readAppliedMigrations(db);
  const ahead = explainAhead(applied, Object.keys(migrations));
  if (ahead !== undefined) return ahead;
  // The migrator reads the whole catalog first.
  if (Object.keys(migrations).every((name) => applied.includes(name))) return undefined;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return undefined;
}

/** Returns the migrations applied to this database. */
export async function readAppliedMigrations<Database>(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!rows[0]?.found) return [];
  const made = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return made.rows.map(({ name }) => name);
}

/** Returns the release in a migration's name: 2 for `0027-r2-…`, otherwise 1. */
export function releaseOf(migration: string): number {
  return Number(/^\d{4}-r(\d+)-/.exec(migration)?.[1] ?? 1);
}

/**
 * Decides whether a server can run on a database changed by a newer one: one release ahead only adds to it.
 * @returns a sentence for the log; undefined if the server knows all migrations
 * @throws Error with one sentence if this server is too old for it
 */
function explainAhead(made: readonly string[], known: readonly string[]): string | undefined {
  const isKnown = new Set(known);
  const unknown = made.filter((name) => !isKnown.has(name));
  if (unknown.length === 0) return undefined;
  const isMade = new Set(made);
  const missing = known.find((name) => !isMade.has(name));
  if (missing !== undefined)
    throw new Error(
      `The database was changed by a server of another line: it has ${unknown.join(', ')}, and lacks ${missing}. Start the one that changed it, or restore the database from its backup.`,
    );
  const [own, newest] = [newestRelease(known), newestRelease(made)];
  if (newest > own + 1)
    throw new Error(
      `The database is of release ${newest}, and this server of release ${own}: a server runs on a database that is one release ahead at most. Start release ${newest - 1} or ${newest}.`,
    );
  return `The database is ahead of this server: it has ${unknown.join(', ')} of release ${newest}, and this server is of release ${own}. It runs, and changes no table.`;
}

function newestRelease(migrations: readonly string[]): number {
  return Math.max(1, ...migrations.map(releaseOf));
}

/** Key of the advisory lock. Arbitrary but fixed, because older servers use it too. */
export const MIGRATION_LOCK = 1_836_348_265;

/**
 * Runs schema changes under a lock shared by all servers. Includes the job queue. A transaction holds the lock: it ends
 * with its connection and works through a pooler.
 */
export async function withMigrationLock<Result>(
  ClientToDatabase: new (config: ClientConfig) => Client,
  onError: OnError,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new ClientToDatabase({ ...CONNECTION, ...KEPT_ALIVE });
  client.on('error', (error) => onError('database connection', error));
  await client.connect();
  try {
    await client.query('begin');
    // Waits without limit for another server, and idles during our own changes.
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set local ${limit} = 0`);
    // Lets the database detect a dead lock holder within a minute.
    await client.query('set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 10');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
