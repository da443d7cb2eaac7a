import { setTimeout as delay } from 'node:timers/promises';
import { fromKysely, PgBoss, type Db, type Job as Begun, type Queue, type SendOptions } from 'pg-boss';
import { errorCodeOf, type OnError } from '../http/error-log.ts';
import type { Posting } from '../mail/send-mail.ts';
import type { Storage, Transaction } from '../database/database.ts';
import { storageErrorOf } from '../database/storage-errors.ts';
import { BEHIND, deleteWithRetry, failInterrupted, moveBehind, type PendingJob } from './job-rows.ts';

/** A mail to be sent: recipient and kind. The content is determined at sending time. */
export type MailJob = {
  readonly kind:
    | 'signup'
    | 'resend'
    | 'forgot'
    | 'changed'
    | 'reset-passkeys'
    | 'passkey-added'
    | 'email-asked'
    | 'email-planned'
    | 'email-dropped'
    | 'email-changed'
    | 'many-failures'
    | 'received'
    | 'unused'
    | 'deletion-asked'
    | 'deletion-withdrawn'
    | 'reminder';
  readonly username: string;
  /** Hash of the sign-up's token, in base64url. */
  readonly signup?: string | undefined;
  /** End of the deadline of a reminder, in ISO format. */
  readonly deadline?: string | undefined;
  /** Recipient, if not the account's current address. */
  readonly to?: string | undefined;
  /** Whether a code or link comes after those of others, as its customer has many. */
  readonly isBehind?: boolean;
} & ReadBy;

/** Language of the job's originator; absent: English. */
type ReadBy = { readonly language?: string };

/** Job that makes a PDF copy of a student's application. */
export type PdfJob = ReadBy & {
  readonly studentId: string;
  /** Customer whose network has requested it. */
  readonly client?: string;
  /** Whether it comes after others, as nobody waits for it, or its customer has many. */
  readonly isBehind?: boolean;
};

/** Job that converts a student's document to PDF. */
export type ConvertJob = PdfJob & { readonly answerKey: string; readonly fileKey: string };

/** Queue → data of its jobs. */
export type FileJobs = { readonly convert: ConvertJob; readonly pdf: PdfJob };
export type FileQueue = keyof FileJobs;

/** A job cannot run now because of its environment. It is retried every half minute, without limit. */
export class MustWait extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('The job has to wait.', { cause });
    this.name = 'MustWait';
    this.code = errorCodeOf(cause);
  }
}

export type FileWorker<Job> = {
  /**
   * Does one job, possibly several times. {@link MustWait} and storage errors do not count as a try. `signal` aborts
   * before another server can begin the job, and once this server has lost it.
   */
  readonly run: (job: Job, signal: AbortSignal) => Promise<void>;
  /** Called after the last try of a job has failed. */
  readonly giveUp: (job: Job) => Promise<void>;
};

export interface JobQueue {
  /** Enqueues a mail job, codes and links with higher priority; with `transaction`, on its commit. */
  sendMailJob(job: MailJob, transaction?: Transaction): Promise<void>;
  /** Runs `handler` for mail jobs concurrently; failed jobs are retried later. */
  workMailJobs(handler: (job: MailJob, posting: Posting) => Promise<void>): Promise<void>;
  /** Enqueues work on files; with `transaction`, on its commit. */
  send<Name extends FileQueue>(queue: Name, job: FileJobs[Name], transaction?: Transaction): Promise<void>;
  /** Enqueues jobs of a backup, on the transaction's commit. */
  sendAgain(jobs: readonly PendingJob[], transaction: Transaction): Promise<void>;
  /** Enqueues work on files that begins in half a minute. */
  sendLater<Name extends FileQueue>(queue: Name, job: FileJobs[Name]): Promise<void>;
  /** Runs the jobs of a queue, `atOnce` concurrently on this server. */
  work<Name extends FileQueue>(
    queue: Name,
    worker: FileWorker<FileJobs[Name]>,
    atOnce?: number,
  ): Promise<void>;
  /** Wakes this server's workers after a commit; other servers poll within half a second. */
  wake(queue: FileQueue): void;
  /** Stops taking jobs and waits for running ones, at most four seconds. */
  stop(): Promise<void>;
}

const MAIL = 'mail';
const POLLING = { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 7 };
const STOP_LIMIT_MS = 4000;
const NO_JOB = '00000000-0000-0000-0000-000000000000';
const QUEUE = { retryDelay: 1, retryBackoff: true, deleteAfterSeconds: 3600 };
const PATIENTLY = { retryLimit: 300, retryDelayMax: 300 };

/** Retries mail for a day; addresses are not stored longer. A server silent for a minute loses its mail job. */
const MAIL_QUEUE = { ...QUEUE, ...PATIENTLY, expireInSeconds: 900, heartbeatSeconds: 60 };

/** Tries a file twice more, in case the server was stopped. A job without a heartbeat reruns within 40 seconds. */
const FILE_QUEUE = { ...QUEUE, retryLimit: 2, retryDelayMax: 10, expireInSeconds: 180, heartbeatSeconds: 15 };
/** Share of the time limit after which a job is aborted, leaving time to store a result. */
const ABORTED_AFTER = 5 / 6;
/** Finished jobs are deleted every minute: a day's worth in one statement would exceed its time limit, and stay. */
const SUPERVISION = {
  superviseIntervalSeconds: 10,
  monitorIntervalSeconds: 10,
  maintenanceIntervalSeconds: 60,
};

/** Recording that a job gave up is one statement, which only a database outage can delay. */
const GIVEN_UP_QUEUE = { ...FILE_QUEUE, ...PATIENTLY };
const SECOND_MS = 1000;
const LATER = { startAfter: 30 };
/** Codes and links, for which somebody is waiting: sent before others. */
const URGENT_MAILS: ReadonlySet<MailJob['kind']> = new Set(['signup', 'resend', 'forgot', 'email-asked']);

/** Starts the job queue on the application's database. `onError` is called for failed jobs and queue errors. */
export async function startJobs(storage: Storage, onError: OnError, mailsAtOnce = 1): Promise<JobQueue> {
  const boss = await openBoss(storage, (error) => onError('jobs', error));
  const workers = new Map<string, string[]>();
  const wake = (name: string): void => workers.get(name)?.forEach((id) => boss.notifyWorker(id));
  const enqueue = async (name: FileQueue, job: PdfJob, options: SendOptions = {}): Promise<void> =>
    void (await boss.send(name, job, { ...options, priority: job.isBehind ? BEHIND : 0 }));
  async function start<Data extends object>(
    name: string,
    atOnce: number,
    run: (data: Data, job: Begun<Data>) => Promise<void>,
  ): Promise<void> {
    const ids: string[] = [];
    workers.set(name, ids);
    for (let index = 0; index < atOnce; index += 1) {
      const work = async (jobs: readonly Begun<Data>[]): Promise<void> => {
        for (const job of jobs)
          await run(job.data, job).catch(async (error: unknown) => {
            // The queue records and retries it, but does not log the reason.
            onError(`job ${name}`, error);
            // What takes long at each try, a file or a mail server, holds up others once.
            await moveBehind(storage.db, job);
            throw error;
          });
        // More jobs can be waiting: poll again immediately.
        wake(name);
      };
      ids.push(await boss.work<Data>(name, POLLING, work));
    }
  }
  return {
    async sendMailJob(job, transaction) {
      const priority = URGENT_MAILS.has(job.kind) ? (job.isBehind ? BEHIND : 0) : 2 * BEHIND;
      await boss.send(MAIL, job, { priority, ...(transaction && { db: fromKysely(transaction) }) });
    },
    workMailJobs: (handler) =>
      start<MailJob>(MAIL, mailsAtOnce, async (mail, job) => {
        await handler(mail, { ...job, isAgain: job.retryCount > 0 });
        await deleteWithRetry(boss, job, onError);
      }),
    send: (name, job, transaction) => enqueue(name, job, transaction && { db: fromKysely(transaction) }),
    async sendAgain(jobs, transaction) {
      for (const { id, name, data } of jobs)
        await boss.send(name, data, { ...(id !== undefined && { id }), db: fromKysely(transaction) });
    },
    sendLater: (name, job) => enqueue(name, job, LATER),
    async work(name, { run, giveUp }, atOnce = 1) {
      await start(givenUp(name), 1, giveUp);
      await start(name, atOnce, (job: FileJobs[typeof name], begun) =>
        runInTime(begun, run, async (error) => {
          onError(`job ${name}, which waits`, error);
          await enqueue(name, job, LATER);
        }),
      );
    },
    wake,
    stop: () => stopBoss(boss, [...workers.keys()]),
  };
}

async function stopBoss(boss: PgBoss, queues: readonly string[]): Promise<void> {
  const finished = Promise.all(queues.map((name) => boss.offWork(name)));
  await Promise.race([finished, delay(STOP_LIMIT_MS, undefined, { ref: false })]);
  // All jobs have finished, or those that exceeded the limit are marked to rerun.
  await boss.stop({ graceful: false });
}

/** Runs work on a file, aborted before its claim ends. @param onWait called when it has to wait */
async function runInTime<Data>(
  { data, signal: claim, expireInSeconds }: Begun<Data>,
  run: FileWorker<Data>['run'],
  onWait: (error: unknown) => Promise<void>,
): Promise<void> {
  const late = AbortSignal.timeout(expireInSeconds * SECOND_MS * ABORTED_AFTER);
  try {
    await run(data, AbortSignal.any([claim, late]));
  } catch (error) {
    const mustWait = error instanceof MustWait || storageErrorOf(error) !== undefined;
    // The job's new owner continues it.
    if (!mustWait || claim.aborted) throw error;
    await onWait(error);
  }
}

/** Creates the queue's tables while this server holds the schema lock. */
async function openBoss(storage: Storage, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = createBoss(storage, storage.pool, onError);
  try {
    await storage.changeSchema(async (pool) => {
      // Migrating the tables of a long queue takes longer than the application's statement timeout.
      const maker = pool === storage.pool ? undefined : createBoss(storage, pool, onError);
      await maker?.start();
      await maker?.stop({ graceful: false });
      await boss.start();
      await openQueues(boss);
    });
    if (storage.engine === 'embedded') await failInterrupted(boss, storage.db);
    return boss;
  } catch (error) {
    // Otherwise a half-started queue would keep querying the database.
    await boss.stop({ graceful: false });
    throw error;
  }
}

function createBoss({ engine }: Storage, pool: Storage['pool'], onError: (error: Error) => void): PgBoss {
  const backend = engine === 'embedded' ? 'pglite' : 'postgres';
  const boss = new PgBoss({ db: jobDatabase(pool), backend, schedule: false, ...SUPERVISION });
  boss.on('error', onError);
  return boss;
}

async function openQueues(boss: PgBoss): Promise<void> {
  await openQueue(boss, MAIL, MAIL_QUEUE);
  for (const name of ['convert', 'pdf'] as const) {
    await openQueue(boss, givenUp(name), GIVEN_UP_QUEUE);
    await openQueue(boss, name, { ...FILE_QUEUE, deadLetter: givenUp(name) });
  }
}

function givenUp(name: FileQueue): string {
  return `${name}-given-up`;
}

/** Creates a queue, or updates the settings of an existing one. */
async function openQueue(boss: PgBoss, name: string, settings: Omit<Queue, 'name'>): Promise<void> {
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  // pg-boss reads a queue's settings at its first use, on its own connection. Within a transaction of the embedded
  // database there is none, so the first use must be now.
  await boss.deleteJob(name, NO_JOB);
}

/** Runs pg-boss on the application's pool. Clients are never destroyed: the embedded database has one session. */
function jobDatabase(pool: Storage['pool']): Db {
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
