import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { OnError } from '../http/error-log.ts';

/** What waits in a queue, or is to be tried again. */
export type WaitingJobs = {
  readonly queue: string;
  readonly waiting: number;
  /** How long the oldest of them has been wanted; 0 when none waits. */
  readonly oldestSeconds: number;
};

/** What waits in each queue, in that of all servers on this database. */
export async function waitingJobs(db: Database): Promise<readonly WaitingJobs[]> {
  if (!(await hasJobs(db))) return [];
  const { rows } = await sql<{ queue: string; waiting: string; oldest: string }>`
    select queue.name as queue, count(job.id) as waiting,
      coalesce(extract(epoch from now() - min(job.created_on)), 0) as oldest
    from pgboss.queue left join pgboss.job on job.name = queue.name and job.state in ('created', 'retry')
    where queue.name not like '\\_\\_%' group by queue.name order by queue.name`.execute(db);
  return rows.map(({ queue, waiting, oldest }) => ({
    queue,
    waiting: Number(waiting),
    oldestSeconds: Number(oldest),
  }));
}

/** A job, by queue, with what it holds; the id is missing in older backups. */
export type PendingJob = { readonly id?: string | undefined; readonly name: string; readonly data: object };

/** All jobs that are not done, the oldest first: also those that run. */
export async function pendingJobs(db: Database): Promise<readonly PendingJob[]> {
  if (!(await hasJobs(db))) return [];
  const { rows } = await sql<PendingJob>`
    select id, name, data from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%' order by created_on`.execute(
    db,
  );
  return rows;
}

/** The jobs that count as running, by queue. */
export async function runningJobs(db: Database): Promise<readonly { name: string; id: string }[]> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job where state = 'active'`.execute(db);
  return rows;
}

/** Removes every job of an address or its account. @param until when the address was given up @returns their number */
export async function deleteJobsOf(
  trx: Transaction,
  { email, until }: { readonly email: string; readonly until?: Date | undefined },
  studentId: string | undefined,
): Promise<number> {
  if (!(await hasJobs(trx))) return 0;
  const result = await sql`delete from pgboss.job
    where (data->>'username' = ${email} and created_on <= ${until ?? 'infinity'}::timestamptz)
    or data->>'studentId' = ${studentId ?? null}`.execute(trx);
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

const AGAIN_MS = 500;

/** Deletes a finished job, which would else run again. Waits for the database as long as the job is this server's. */
export async function deleteWithRetry(
  boss: Pick<PgBoss, 'deleteJob'>,
  { id, name, signal }: Pick<Job, 'id' | 'name' | 'signal'>,
  onError: OnError,
): Promise<void> {
  for (;;) {
    try {
      await boss.deleteJob(name, id);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      onError(`job ${name}, which is done`, error);
      await delay(AGAIN_MS);
    }
  }
}
