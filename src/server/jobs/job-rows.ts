import { sql, type Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** How many mail jobs wait or are to be tried again. */
export async function countWaitingJobs(db: Database): Promise<number> {
  if (!(await hasJobs(db))) return 0;
  const { rows } = await sql<{ waiting: string }>`
    select count(*) as waiting from pgboss.job where state in ('created', 'retry')`.execute(db);
  return Number(rows[0]?.waiting ?? 0);
}

/** The jobs that count as running, by queue. */
export async function runningJobs(db: Database): Promise<readonly { name: string; id: string }[]> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job where state = 'active'`.execute(db);
  return rows;
}

/** Removes every job that names an address or its account, whatever its state. @returns how many there were */
export async function deleteJobsOf(
  trx: Transaction<Tables>,
  username: string,
  studentId: string | undefined,
): Promise<number> {
  if (!(await hasJobs(trx))) return 0;
  const result = await sql`delete from pgboss.job
    where data->>'username' = ${username} or data->>'studentId' = ${studentId ?? null}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** The files whose conversion waits, runs, is to be tried again or is about to be given up. */
export async function conversionsInQueue(db: Database): Promise<ReadonlySet<string>> {
  if (!(await hasJobs(db))) return new Set();
  const { rows } = await sql<{ key: string }>`
    select data->>'fileKey' as key from pgboss.job
    where name in ('convert', 'convert-given-up') and state in ('created', 'retry', 'active')`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The queue makes its tables at its first start, which a command may come before. */
async function hasJobs(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}
