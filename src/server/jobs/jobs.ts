import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fromKysely, PgBoss, type Db, type Queue } from 'pg-boss';
import type { Transaction } from 'kysely';
import type { Storage } from '../storage/database.ts';
import { runningJobs } from './job-rows.ts';
import type { Tables } from '../storage/tables.ts';

/** A mail to consider: whom, and what for. What it says is decided when it is sent. */
export type MailJob = {
  readonly kind:
    | 'signup'
    | 'resend'
    | 'forgot'
    | 'changed'
    | 'many-failures'
    | 'received'
    | 'unused'
    | 'held'
    | 'deletion-asked';
  readonly username: string;
  /** Which sign-up it is for: the hash of its token, in base64url. */
  readonly signup?: string | undefined;
};

/** The file that a student sent as a document is to become a PDF. */
export type ConvertJob = { readonly studentId: string; readonly answerKey: string; readonly fileKey: string };

/** A PDF copy of a student's application is to be made. */
export type PdfJob = { readonly studentId: string };

/** Queue → what its jobs hold. */
export type FileJobs = { readonly convert: ConvertJob; readonly pdf: PdfJob };
export type FileQueue = keyof FileJobs;

export type FileWorker<Job> = {
  /** Does one job. What throws, or dies with the server, runs again a few times, and must bear that. */
  readonly run: (job: Job) => Promise<void>;
  /** Called for a job whose last try failed: it will not run again. */
  readonly giveUp: (job: Job) => Promise<void>;
};

export interface JobQueue {
  /** Enqueues a mail job; with `transaction` it becomes real only when that commits. */
  sendMailJob(job: MailJob, transaction?: Transaction<Tables>): Promise<void>;
  /** Runs `handler` for each mail job, one at a time; a job whose handler throws is tried again later. */
  workMailJobs(handler: (job: MailJob) => Promise<void>): Promise<void>;
  /** Enqueues work on files; with `transaction` it becomes real only when that commits. */
  send<Name extends FileQueue>(
    queue: Name,
    job: FileJobs[Name],
    transaction?: Transaction<Tables>,
  ): Promise<void>;
  /** Enqueues work on files that begins in half a minute. */
  sendLater<Name extends FileQueue>(queue: Name, job: FileJobs[Name]): Promise<void>;
  /** Runs the jobs of a queue, `atOnce` on this server: else half as many as it has processors. */
  work<Name extends FileQueue>(
    queue: Name,
    worker: FileWorker<FileJobs[Name]>,
    atOnce?: number,
  ): Promise<void>;
  /** Announces that a job was committed: a worker of this server looks now, the others within half a second. */
  wake(queue: FileQueue): void;
  /** Takes no further job and lets those that run finish, for four seconds at most. */
  stop(): Promise<void>;
}

const MAIL = 'mail';
const POLLING = { pollingIntervalSeconds: 0.5 };
const STOP_LIMIT_MS = 4000;
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

/**
 * A file that breaks its converter breaks it again: two more tries, for a server that was stopped meanwhile.
 * Without a sign of life for 15 seconds a job counts as dead, and that is looked for every ten: after a crash it
 * runs again within 40.
 */
const FILE_QUEUE = {
  retryLimit: 2,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  expireInSeconds: 120,
  heartbeatSeconds: 15,
  deleteAfterSeconds: 3600,
};
const SUPERVISION = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 };

/** Recording that a job gave up is one statement, which only an outage of the database can hold up. */
const GIVEN_UP_QUEUE = { ...MAIL_QUEUE, heartbeatSeconds: FILE_QUEUE.heartbeatSeconds };
const LATER_SECONDS = 30;
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Starts the job queue on the application's own database. `onError` is called for faults in the background. */
export async function startJobs(storage: Storage, onError: (error: Error) => void): Promise<JobQueue> {
  const boss = await openBoss(storage, onError);
  const workers = new Map<string, string[]>();
  const wake = (name: string): void => workers.get(name)?.forEach((id) => boss.notifyWorker(id));
  async function start(name: string, atOnce: number, run: (job: never) => Promise<void>): Promise<void> {
    const ids: string[] = [];
    workers.set(name, ids);
    for (let index = 0; index < atOnce; index += 1) {
      const id = await boss.work<never>(name, POLLING, async (jobs) => {
        for (const job of jobs) await run(job.data);
        // Where one waited another may: the worker looks again at once.
        wake(name);
      });
      ids.push(id);
    }
  }
  return {
    async sendMailJob(job, transaction) {
      await boss.send(MAIL, job, transaction ? { db: fromKysely(transaction) } : {});
    },
    workMailJobs: (handler) => start(MAIL, 1, handler),
    async send(name, job, transaction) {
      await boss.send(name, job, transaction ? { db: fromKysely(transaction) } : {});
    },
    async sendLater(name, job) {
      await boss.send(name, job, { startAfter: LATER_SECONDS });
    },
    async work(name, { run, giveUp }, atOnce = AT_ONCE) {
      await start(givenUp(name), 1, giveUp);
      await start(name, atOnce, run);
    },
    wake,
    async stop() {
      const finished = Promise.all([...workers.keys()].map((name) => boss.offWork(name)));
      await Promise.race([finished, delay(STOP_LIMIT_MS, undefined, { ref: false })]);
      // Nothing runs any more, or it has had its time: then the job is marked to run again.
      await boss.stop({ graceful: false });
    },
  };
}

async function openBoss(storage: Storage, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: jobDatabase(storage),
    backend: storage.engine === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    ...SUPERVISION,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    await openQueues(boss);
    if (storage.engine === 'embedded') await failInterrupted(boss, storage);
    return boss;
  } catch (error) {
    // Half started it would go on asking the database.
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function openQueues(boss: PgBoss): Promise<void> {
  await openQueue(boss, MAIL, MAIL_QUEUE);
  for (const name of ['convert', 'pdf'] as const) {
    await openQueue(boss, givenUp(name), GIVEN_UP_QUEUE);
    await openQueue(boss, name, { ...FILE_QUEUE, deadLetter: givenUp(name) });
  }
}

/**
 * On the embedded database there is no other server: what counts as running died with the one before, and runs again
 * at once. On PostgreSQL it may run on another server, and counts as dead once that is silent.
 */
async function failInterrupted(boss: PgBoss, { db }: Storage): Promise<void> {
  for (const { name, id } of await runningJobs(db)) await boss.fail(name, id);
}

function givenUp(name: FileQueue): string {
  return `${name}-given-up`;
}

/** Makes a queue, or gives one of an earlier start the settings of today. */
async function openQueue(boss: PgBoss, name: string, settings: Omit<Queue, 'name'>): Promise<void> {
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  // pg-boss reads a queue's settings at its first use, on a connection of its own. Within a transaction of the
  // embedded database there is none, so the first use must be now.
  await boss.deleteJob(name, NO_JOB);
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
