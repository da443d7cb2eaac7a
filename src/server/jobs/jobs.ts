import { setTimeout as delay } from 'node:timers/promises';
import { fromKysely, PgBoss, type Db, type Job as Begun, type Queue } from 'pg-boss';
import { errorCodeOf, type OnError } from '../http/error-log.ts';
import type { Posting } from '../mail/send-mail.ts';
import type { Storage, Transaction } from '../database/database.ts';
import { storageErrorOf } from '../database/storage-errors.ts';
import { deleteWithRetry, runningJobs, type PendingJob } from './job-rows.ts';

/** A mail to consider: whom, and what for. What it says is decided when it is sent. */
export type MailJob = {
  readonly kind:
    | 'signup'
    | 'resend'
    | 'forgot'
    | 'changed'
    | 'reset-passkeys'
    | 'passkey-added'
    | 'email-asked'
    | 'email-changed'
    | 'many-failures'
    | 'received'
    | 'unused'
    | 'deletion-asked'
    | 'deletion-withdrawn'
    | 'reminder';
  readonly username: string;
  /** Which sign-up it is for: the hash of its token, in base64url. */
  readonly signup?: string | undefined;
  /** Of which deadline it reminds: when that ends, in ISO. */
  readonly deadline?: string | undefined;
  /** Where it goes, if that is not the address of the account any more. */
  readonly to?: string | undefined;
} & ReadBy;

/** The language of who gave rise to a job; absent: English. */
type ReadBy = { readonly language?: string };

/** The file that a student sent as a document is to become a PDF. */
export type ConvertJob = ReadBy & {
  readonly studentId: string;
  readonly answerKey: string;
  readonly fileKey: string;
};

/** A PDF copy of a student's application is to be made. */
export type PdfJob = ReadBy & { readonly studentId: string };

/** Queue → what its jobs hold. */
export type FileJobs = { readonly convert: ConvertJob; readonly pdf: PdfJob };
export type FileQueue = keyof FileJobs;

/** A job cannot be done now because of what is around the server: it begins again in half a minute, as often as it takes. */
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
   * Does one job. It can run again a few times. {@link MustWait} and errors of the storage do not count as a try.
   * `signal` aborts before another server can begin the job, and once this server has lost it.
   */
  readonly run: (job: Job, signal: AbortSignal) => Promise<void>;
  /** Called for a job whose last try failed: it will not run again. */
  readonly giveUp: (job: Job) => Promise<void>;
};

/** `behind`: what nobody waits for goes behind all that somebody does. */
export type Urgency = 'behind';

export interface JobQueue {
  /** Enqueues a mail job, receipts and reminders behind the others; with `transaction` it becomes real only when that commits. */
  sendMailJob(job: MailJob, transaction?: Transaction): Promise<void>;
  /** Runs `handler` for each mail job, several at a time; a job whose handler throws is tried again later. */
  workMailJobs(handler: (job: MailJob, posting: Posting) => Promise<void>): Promise<void>;
  /** Enqueues work on files; with `transaction` it becomes real only when that commits. */
  send<Name extends FileQueue>(
    queue: Name,
    job: FileJobs[Name],
    transaction?: Transaction,
    urgency?: Urgency,
  ): Promise<void>;
  /** Enqueues jobs of a backup; they become real when the transaction commits. */
  sendAgain(jobs: readonly PendingJob[], transaction: Transaction): Promise<void>;
  /** Enqueues work on files that begins in half a minute. */
  sendLater<Name extends FileQueue>(queue: Name, job: FileJobs[Name]): Promise<void>;
  /** Runs the jobs of a queue, `atOnce` on this server: none waits for its turn once it has begun. */
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
const POLLING = { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 7 };
const STOP_LIMIT_MS = 4000;
const NO_JOB = '00000000-0000-0000-0000-000000000000';
const QUEUE = { retryDelay: 1, retryBackoff: true, deleteAfterSeconds: 3600 };
const PATIENTLY = { retryLimit: 300, retryDelayMax: 300 };

/** Retries mail for a day; addresses are not stored longer. A server that is silent for a minute loses its mail job. */
const MAIL_QUEUE = { ...QUEUE, ...PATIENTLY, expireInSeconds: 900, heartbeatSeconds: 60 };

/** Tries a file twice more, in case the server was stopped. A job without a heartbeat runs again within 40 seconds. */
const FILE_QUEUE = { ...QUEUE, retryLimit: 2, retryDelayMax: 10, expireInSeconds: 180, heartbeatSeconds: 15 };
/** Share of its time after which a job is aborted: the rest is enough to store a result. */
const ABORTED_AFTER = 5 / 6;
/** Finished jobs are deleted each minute: a day of them in one statement would exceed its time limit, and stay. */
const SUPERVISION = {
  superviseIntervalSeconds: 10,
  monitorIntervalSeconds: 10,
  maintenanceIntervalSeconds: 60,
};

/** Recording that a job gave up is one statement, which only an outage of the database can hold up. */
const GIVEN_UP_QUEUE = { ...FILE_QUEUE, ...PATIENTLY };
const SECOND_MS = 1000;
const LATER_SECONDS = 30;
const BEHIND = -1;
/** Codes and links, for which somebody waits, go before these. */
const PATIENT_MAILS: ReadonlySet<MailJob['kind']> = new Set(['received', 'unused', 'reminder']);

/** Starts the job queue on the application's own database. `onError` is called for each job that fails, and for its own faults. */
export async function startJobs(storage: Storage, onError: OnError, mailsAtOnce = 1): Promise<JobQueue> {
  const boss = await openBoss(storage, (error) => onError('jobs', error));
  const workers = new Map<string, string[]>();
  const wake = (name: string): void => workers.get(name)?.forEach((id) => boss.notifyWorker(id));
  async function start<Data extends object>(
    name: string,
    atOnce: number,
    run: (data: Data, job: Begun<Data>) => Promise<void>,
  ): Promise<void> {
    const ids: string[] = [];
    workers.set(name, ids);
    // The queue notes it, and tries again; without this line nobody would know why.
    const failed = (error: unknown): never => {
      onError(`job ${name}`, error);
      throw error;
    };
    for (let index = 0; index < atOnce; index += 1) {
      const work = async (jobs: readonly Begun<Data>[]): Promise<void> => {
        for (const job of jobs) await run(job.data, job).catch(failed);
        // Where one waited another may: the worker looks again at once.
        wake(name);
      };
      ids.push(await boss.work<Data>(name, POLLING, work));
    }
  }
  return {
    async sendMailJob(job, transaction) {
      const priority = PATIENT_MAILS.has(job.kind) ? BEHIND : 0;
      await boss.send(MAIL, job, { priority, ...(transaction && { db: fromKysely(transaction) }) });
    },
    workMailJobs: (handler) =>
      start<MailJob>(MAIL, mailsAtOnce, async (mail, job) => {
        await handler(mail, { ...job, isAgain: job.retryCount > 0 });
        await deleteWithRetry(boss, job, onError);
      }),
    async send(name, job, transaction, urgency) {
      const db = transaction && fromKysely(transaction);
      await boss.send(name, job, { ...(db && { db }), ...(urgency && { priority: BEHIND }) });
    },
    async sendAgain(jobs, transaction) {
      for (const { id, name, data } of jobs)
        await boss.send(name, data, { ...(id !== undefined && { id }), db: fromKysely(transaction) });
    },
    sendLater: async (name, job) => void (await boss.send(name, job, { startAfter: LATER_SECONDS })),
    async work(name, { run, giveUp }, atOnce = 1) {
      await start(givenUp(name), 1, giveUp);
      await start(name, atOnce, (job: FileJobs[typeof name], begun) =>
        runInTime(begun, run, async (error) => {
          onError(`job ${name}, which waits`, error);
          await boss.send(name, job, { startAfter: LATER_SECONDS });
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
  // Nothing runs any more, or it has had its time: then the job is marked to run again.
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
    // Whoever has the job now goes on with it.
    if (!mustWait || claim.aborted) throw error;
    await onWait(error);
  }
}

/** The tables of the queue are made within the turn of this server, as its own are. */
async function openBoss(storage: Storage, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = createBoss(storage, storage.pool, onError);
  try {
    await storage.changeSchema(async (pool) => {
      // A queue of many jobs takes longer to bring to a newer shape than a statement of the application may.
      const maker = pool === storage.pool ? undefined : createBoss(storage, pool, onError);
      await maker?.start();
      await maker?.stop({ graceful: false });
      await boss.start();
      await openQueues(boss);
    });
    if (storage.engine === 'embedded') await failInterrupted(boss, storage);
    return boss;
  } catch (error) {
    // Half started it would go on asking the database.
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

/** Restarts interrupted jobs on the embedded database, which has no other server. */
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

/** Runs pg-boss on the application's pool. A client is never destroyed: the embedded database has one session. */
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
