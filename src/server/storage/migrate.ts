import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { explainAhead } from './releases.ts';
import { baselineMigration } from './migrations/0001-baseline.ts';

/** File name → migration. Names from the second release on include the release: `0002-r2-…`. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-baseline': baselineMigration };

/**
 * Brings the database to the newest shape that this server knows. Nothing is changed in one that a newer server has
 * changed already: after a rollback, or where an older server starts again in the middle of a rollout.
 *
 * @returns a sentence for the log when the database is ahead of this server, by one release at most
 * @throws Error with one sentence when it is further ahead; the first migration's error, and what went before it stays
 */
export async function migrate<Database>(
  db: Kysely<Database>,
  migrations: typeof MIGRATIONS = MIGRATIONS,
): Promise<string | undefined> {
  const made = await readMade(db);
  const ahead = explainAhead(made, Object.keys(migrations));
  if (ahead !== undefined) return ahead;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return undefined;
}

/** The migrations that this database has been through. */
export async function readMade<Database>(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!rows[0]?.found) return [];
  const made = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return made.rows.map(({ name }) => name);
}
