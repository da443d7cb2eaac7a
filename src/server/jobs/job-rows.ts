import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { OnError } from '../http/error-log.ts';

/** Priority of jobs that nobody is waiting for, or that can hold up others. */
export const BEHIND = -1;

/** Pending jobs of a queue, including retries. */
export type WaitingJobs = {
  readonly queue: string;
  readonly waiting: number;
  /** Age of the oldest in seconds; 0 when none is waiting. */
  readonly oldestSeconds: number;
};

/** Returns the pending jobs of each queue, for all servers. */
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

/** A job with its queue and data; older backups have no ID. */
export type PendingJob = { readonly id?: string | undefined; readonly name: string; readonly data: object };

/** Returns all unfinished jobs, oldest first, including running ones. */
export async function pendingJobs(db: Database): Promise<readonly PendingJob[]> {
  if (!(await hasJobs(db))) return [];
  const { rows } = await sql<PendingJob>`
    select id, name, data from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%' order by created_on`.execute(
    db,
  );
  return rows;
}

/** Restarts interrupted jobs on the embedded database, which has no other server. */
export async function failInterrupted(boss: Pick<PgBoss, 'fail'>, db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job where state = 'active'`.execute(db);
  for (const { name, id } of rows) await boss.fail(name, id);
}

/** Runs the retries of a job after others. */
export async function moveBehind(db: Database, { name, id }: Pick<Job, 'name' | 'id'>): Promise<void> {
  await sql`update pgboss.job set priority = ${BEHIND} where name = ${name} and id = ${id}`.execute(db);
}

/** Deletes all jobs of an address or students. @param until end of the address's use @returns their number */
export async function deleteJobsOf(
  trx: Transaction,
  { email, until }: { readonly email: string; readonly until?: Date | undefined },
  studentIds: readonly string[],
): Promise<number> {
  if (!(await hasJobs(trx))) return 0;
  const result = await sql`delete from pgboss.job
    where (data->>'username' = ${email} and created_on <= ${until ?? 'infinity'}::timestamptz)
    or data->>'studentId' = any(${studentIds}::text[])`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Returns files with an unfinished conversion. Queued, running, to be retried or given up. */
export async function conversionsInQueue(db: Database): Promise<ReadonlySet<string>> {
  if (!(await hasJobs(db))) return new Set();
  const { rows } = await sql<{ key: string }>`
    select data->>'fileKey' as key from pgboss.job
    where name in ('convert', 'convert-given-up') and state in ('created', 'retry', 'active')`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Whether the queue's tables exist: it creates them at its first start. */
async function hasJobs(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

const AGAIN_MS = 500;

/** Deletes a finished job, which would otherwise rerun. Retries while this server holds the job. */
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
