import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** How many mail jobs wait or are to be tried again. */
export async function countWaitingJobs(db: Database): Promise<number> {
  if (!(await hasJobs(db))) return 0;
  const { rows } = await sql<{ waiting: string }>`
    select count(*) as waiting from pgboss.job where state in ('created', 'retry')`.execute(db);
  return Number(rows[0]?.waiting ?? 0);
}

/** Removes every job that names an address, whatever its state, and tells how many there were. */
export async function deleteJobsOf(trx: Transaction<Tables>, username: string): Promise<number> {
  if (!(await hasJobs(trx))) return 0;
  const result = await sql`delete from pgboss.job where data->>'username' = ${username}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** The queue makes its tables at its first start, which a command may come before. */
async function hasJobs(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}
