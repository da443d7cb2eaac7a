import type { Services } from '../start/services.ts';
import type { FileJobs, FileQueue, FileWorker } from '../jobs/jobs.ts';

/** Seconds of work on files per customer: a few files, then a tenth of the time. */
const RATE = { burst: 20, everyMs: 10_000 };

/** Runs the jobs of a queue. Those of a customer come after others' once its files have used that up. */
export function workInTurn<Name extends FileQueue>(
  { limits, jobs, clock, steadyClock }: Services,
  queue: Name,
  { run, giveUp }: FileWorker<FileJobs[Name]>,
  atOnce: number,
): Promise<void> {
  const runInTurn: typeof run = async (job, signal) => {
    const key = `files:client:${job.client ?? ''}`;
    if (!job.isBehind && (await limits.peek(key, RATE, clock())) > 0)
      return jobs.send(queue, { ...job, isBehind: true });
    const begun = steadyClock().getTime();
    try {
      await run(job, signal);
    } finally {
      const cost = (steadyClock().getTime() - begun) / 1000;
      await limits.debit([{ key, rate: RATE, cost }], clock());
    }
  };
  return jobs.work(queue, { run: runInTurn, giveUp }, atOnce);
}
