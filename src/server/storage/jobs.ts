import { setTimeout as delay } from 'node:timers/promises';
import { fromKysely, PgBoss, type Db } from 'pg-boss';
import type { Transaction } from 'kysely';
import type { Storage } from './database.ts';
import type { Tables } from './tables.ts';

/** A mail to consider: whom, and what for. What it says is decided when it is sent. */
export type MailJob = {
  readonly kind: 'signup' | 'resend' | 'forgot' | 'changed' | 'many-failures' | 'received';
  readonly username: string;
};

export interface JobQueue {
  /** Enqueues a mail job; with `transaction` it becomes real only when that commits. */
  sendMailJob(job: MailJob, transaction?: Transaction<Tables>): Promise<void>;
  /** Runs `handler` for each mail job, one at a time; a job whose handler throws is tried again later. */
  workMailJobs(handler: (job: MailJob) => Promise<void>): Promise<void>;
  /** Takes no further job and lets the running one finish, for ten seconds at most. */
  stop(): Promise<void>;
}

const MAIL = 'mail';
const POLLING_SECONDS = 0.5;
const STOP_LIMIT_MS = 10_000;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Mail may wait out an outage of the mail server of about an hour; a job names an address, so it is not kept. */
const MAIL_QUEUE = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 120,
  deleteAfterSeconds: 3600,
};

/** Starts the job queue on the application's own database. `onError` hears of faults in the background. */
export async function startJobs(storage: Storage, onError: (error: Error) => void): Promise<JobQueue> {
  const boss = new PgBoss({
    db: jobDatabase(storage),
    backend: storage.engine === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(MAIL, MAIL_QUEUE);
  // pg-boss reads a queue's settings at its first use, on a connection of its own. Within a transaction of the
  // embedded database there is none, so the first use must be now.
  await boss.deleteJob(MAIL, NO_JOB);
  return {
    async sendMailJob(job, transaction) {
      await boss.send(MAIL, job, transaction ? { db: fromKysely(transaction) } : {});
    },
    async workMailJobs(handler) {
      await boss.work<MailJob>(
        MAIL,
        { pollingIntervalSeconds: POLLING_SECONDS, burstWhenBatchFull: true },
        async (jobs) => {
          for (const job of jobs) await handler(job.data);
        },
      );
    },
    async stop() {
      await Promise.race([boss.offWork(MAIL), delay(STOP_LIMIT_MS, undefined, { ref: false })]);
      // Nothing runs any more, or it has had its time: then the job is marked to run again.
      await boss.stop({ graceful: false });
    },
  };
}

/**
 * pg-boss on the pool of the application. After an error the client is rolled back and given back, never
 * destroyed: the embedded database has only this one session.
 */
function jobDatabase({ pool }: Storage): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        return await client.query(text, values);
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
