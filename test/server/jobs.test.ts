import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { startJobs, type JobQueue, type MailJob } from '#server/storage/jobs.ts';
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
});
