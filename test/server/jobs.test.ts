import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { startJobs, type ConvertJob, type JobQueue, type MailJob } from '#server/jobs/jobs.ts';
import { conversionsInQueue } from '#server/jobs/job-rows.ts';
import { testEngines } from './test-storage.ts';

describe.each(testEngines)('the jobs on $engine', ({ open }) => {
  let storage: Storage;
  let jobs: JobQueue;
  const errors: Error[] = [];
  beforeAll(async () => {
    storage = await open();
    jobs = await startJobs(storage, (error) => void errors.push(error));
  });
  afterAll(async () => {
    await jobs.stop();
    await storage.close();
  });

  test('run once their transaction has committed, in order, and again when they fail', async () => {
    const seen: MailJob[] = [];
    const { promise: allSeen, resolve } = Promise.withResolvers<void>();
    let hasFailed = false;
    await storage.db
      .transaction()
      .execute(async (transaction) => {
        await jobs.sendMailJob({ kind: 'received', username: 'rolled-back' }, transaction);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await storage.db
      .transaction()
      .execute((transaction) => jobs.sendMailJob({ kind: 'received', username: 'committed' }, transaction));
    await jobs.sendMailJob({ kind: 'forgot', username: 'alone' });
    await jobs.workMailJobs(async (job) => {
      if (job.kind === 'forgot' && !hasFailed) {
        hasFailed = true;
        throw new Error('the mail server is down');
      }
      seen.push(job);
      if (seen.length === 2) resolve();
    });
    await allSeen;
    expect(seen).toEqual([
      { kind: 'received', username: 'committed' },
      { kind: 'forgot', username: 'alone' },
    ]);
    expect(errors).toEqual([]);
  });

  test('on files run when they are committed, again when they fail, and are given up in the end', async () => {
    const tries: string[] = [];
    const good = Promise.withResolvers<void>();
    const bad = Promise.withResolvers<ConvertJob>();
    await jobs.work('convert', {
      run: async ({ fileKey }) => {
        tries.push(fileKey);
        if (fileKey === 'bad') throw new Error('the converter died');
        good.resolve();
      },
      giveUp: async (given) => bad.resolve(given),
    });
    await storage.db
      .transaction()
      .execute((transaction) => jobs.send('convert', jobFor('good'), transaction));
    jobs.wake('convert');
    await good.promise;
    await jobs.send('convert', jobFor('bad'));
    expect(await bad.promise).toEqual(jobFor('bad'));
    expect(tries).toEqual(['good', 'bad', 'bad', 'bad']);
    expect(errors).toEqual([]);
  });

  test('on files that begin later are in the queue, and nobody has begun them', async () => {
    await jobs.sendLater('convert', jobFor('later'));
    expect(await conversionsInQueue(storage.db)).toContain('later');
    const { rows } = await sql<{ isDue: boolean }>`
      select start_after <= now() as "isDue" from pgboss.job where data->>'fileKey' = 'later'`.execute(
      storage.db,
    );
    expect(rows).toEqual([{ isDue: false }]);
  });
});

function jobFor(fileKey: string): ConvertJob {
  return { studentId: 'ada', answerKey: 'essay', fileKey };
}
