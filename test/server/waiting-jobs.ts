import { randomUUID } from 'node:crypto';
import type { FileJobs, FileQueue, FileWorker, JobQueue, MailJob, PdfJob } from '#server/jobs/jobs.ts';

/** A queue of file jobs controlled by the test. */
type WaitingFiles<Job> = {
  /** Pending jobs, oldest first. */
  readonly waiting: Job[];
  /** Errors of jobs given up. */
  readonly errors: unknown[];
  /** Runs pending jobs; a throwing one is given up at once. */
  run(signal?: AbortSignal): Promise<void>;
};

export type WaitingJobs = {
  readonly queue: JobQueue;
  readonly mails: MailJob[];
  runMails(): Promise<void>;
  readonly files: { readonly [Name in FileQueue]: WaitingFiles<FileJobs[Name]> };
};

/** Queues whose jobs wait until the test runs them. */
export function createWaitingJobs(): WaitingJobs {
  const mails: MailJob[] = [];
  let sendMail: Parameters<JobQueue['workMailJobs']>[0] | undefined;
  const files: { readonly [Name in FileQueue]: Files<FileJobs[Name]> } = {
    convert: createFiles(),
    pdf: createFiles(),
  };
  return {
    mails,
    files,
    queue: {
      sendMailJob: async (job) => void mails.push(job),
      workMailJobs: async (handler) => {
        sendMail = handler;
      },
      send: async (name, job) => files[name].add(job),
      sendAgain: async () => undefined,
      sendLater: async (name, job) => files[name].add(job),
      work: async (name, worker) => files[name].use(worker),
      wake: () => undefined,
      stop: async () => undefined,
    },
    async runMails() {
      for (const job of mails.splice(0)) await sendMail?.(job, { id: randomUUID(), isAgain: false });
    },
  };
}

type Files<Job> = WaitingFiles<Job> & {
  add(job: Job): void;
  use(worker: FileWorker<Job>): void;
};

function createFiles<Job extends PdfJob>(): Files<Job> {
  const [waiting, errors]: [Job[], unknown[]] = [[], []];
  let worker: FileWorker<Job> | undefined;
  return {
    waiting,
    errors,
    add(job) {
      const before = job.isBehind ? -1 : waiting.findIndex(({ isBehind }) => isBehind);
      waiting.splice(before < 0 ? waiting.length : before, 0, job);
    },
    use: (given) => {
      worker = given;
    },
    async run(signal = new AbortController().signal) {
      for (const job of waiting.splice(0))
        await worker?.run(job, signal).catch((error: unknown) => {
          errors.push(error);
          return worker?.giveUp(job);
        });
    },
  };
}
