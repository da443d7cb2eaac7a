import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { MustWait, startJobs, type ConvertJob, type MailJob } from '#server/jobs/jobs.ts';
import { conversionsInQueue, pendingJobs, waitingJobs } from '#server/jobs/job-rows.ts';
import type { Storage } from '#server/database/database.ts';
import { FilesUnavailable } from '#server/database/storage-errors.ts';
import { openSuiteStorage, testEngines } from './test-storage.ts';

describe.each(testEngines)('the jobs on $engine', async ({ open }) => {
  const storage = await openSuiteStorage(open);
  const errors: unknown[] = [];
  const failed: string[] = [];
  const jobs = await startJobs(storage, (task, error) => {
    if (task === 'jobs') errors.push(error);
    else failed.push(task);
  });
  afterAll(() => jobs.stop());

  test('run in order after commit, and are retried on failure', async () => {
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
      .execute((transaction) => jobs.sendMailJob({ kind: 'changed', username: 'committed' }, transaction));
    await jobs.sendMailJob({ kind: 'forgot', username: 'alone' });
    const tried: string[] = [];
    await jobs.workMailJobs(async (job) => {
      tried.push(job.kind);
      if (job.kind === 'forgot' && !hasFailed) {
        hasFailed = true;
        throw new Error('the mail server is down');
      }
      seen.push(job);
      if (seen.length === 2) resolve();
    });
    await allSeen;
    expect(tried).toEqual(['forgot', 'changed', 'forgot']);
    expect(seen).toEqual([
      { kind: 'changed', username: 'committed' },
      { kind: 'forgot', username: 'alone' },
    ]);
    expect(errors).toEqual([]);
    expect(failed).toEqual(['job mail']);
  });

  test('on files are retried without limit while storage is unavailable', async () => {
    const done = Promise.withResolvers<void>();
    const faults = [new FilesUnavailable('away'), new MustWait('no process'), new FilesUnavailable('away')];
    let tries = 0;
    const givenUp: unknown[] = [];
    await jobs.work('pdf', {
      run: async () => {
        tries += 1;
        const fault = faults.shift();
        if (fault) throw fault;
        done.resolve();
      },
      giveUp: async (job) => void givenUp.push(job),
    });
    await jobs.send('pdf', { studentId: 'ada' });
    await expect
      .poll(async () => {
        await skipWaits(storage, 'created');
        return tries;
      })
      .toBe(4);
    await done.promise;
    expect(givenUp).toEqual([]);
    expect(failed.filter((task) => task === 'job pdf, which waits')).toHaveLength(3);
  });

  test('on files run after commit, two at once, are retried, and finally given up', async () => {
    const tries: string[] = [];
    const running: number[] = [];
    const both = Promise.withResolvers<void>();
    const good = Promise.withResolvers<void>();
    const givenUp: ConvertJob[] = [];
    const run = async ({ fileKey }: ConvertJob) => {
      tries.push(fileKey);
      if (fileKey === 'bad') throw new Error('the converter died');
      running.push((running.at(-1) ?? 0) + 1);
      if (running.at(-1) === 2) both.resolve();
      await both.promise;
      running.push((running.at(-1) ?? 0) - 1);
      if (running.length === 8) good.resolve();
    };
    await jobs.work('convert', { run, giveUp: async (given) => void givenUp.push(given) }, 2);
    await storage.db.transaction().execute(async (transaction) => {
      for (let count = 0; count < 4; count += 1) await jobs.send('convert', jobFor('good'), transaction);
    });
    jobs.wake('convert');
    await good.promise;
    expect(Math.max(...running)).toBe(2);
    await jobs.send('convert', jobFor('bad'));
    await expect
      .poll(async () => {
        await skipWaits(storage, 'retry');
        return givenUp;
      })
      .toEqual([jobFor('bad')]);
    expect(tries.slice(4)).toEqual(['bad', 'bad', 'bad']);
    expect(errors).toEqual([]);
  });

  test('that ended an hour ago are deleted within a minute', async () => {
    // Retries of other tests can end in between.
    const ended = async () =>
      (await sql`select from pgboss.job where completed_on < now() - interval '1 hour'`.execute(storage.db))
        .rows.length;
    await sql`update pgboss.job set completed_on = completed_on - interval '1 hour'`.execute(storage.db);
    expect(await ended()).toBeGreaterThan(0);
    await sql`update pgboss.queue set maintain_on = now() - interval '1 minute'`.execute(storage.db);
    await expect.poll(ended, { timeout: 30_000 }).toBe(0);
  });

  test('on files can be delayed in the queue', async () => {
    await jobs.sendLater('convert', jobFor('later'));
    expect(await conversionsInQueue(storage.db)).toContain('later');
    const { rows } = await sql<{ isDue: boolean }>`
      select start_after <= now() as "isDue" from pgboss.job where data->>'fileKey' = 'later'`.execute(
      storage.db,
    );
    expect(rows).toEqual([{ isDue: false }]);
    const waiting = await waitingJobs(storage.db);
    expect(waiting.map(({ queue }) => queue)).toEqual([
      'convert',
      'convert-given-up',
      'mail',
      'pdf',
      'pdf-given-up',
    ]);
    expect(waiting.filter((each) => each.waiting > 0)).toMatchObject([{ queue: 'convert', waiting: 1 }]);
  });
});

/** Makes jobs due at once. */
async function skipWaits({ db }: Storage, state: 'created' | 'retry'): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = ${state}`.execute(db);
}

function jobFor(fileKey: string): ConvertJob {
  return { studentId: 'ada', answerKey: 'essay', fileKey };
}

test.each(testEngines)(
  'background and failed jobs run behind requested ones, on $engine',
  async ({ open }) => {
    const storage = await open();
    const jobs = await startJobs(storage, () => undefined);
    const seen: string[] = [];
    await jobs.sendLater('pdf', { studentId: 'export', isBehind: true });
    await skipWaits(storage, 'created');
    for (const studentId of ['slow', 'ada', 'bob']) await jobs.send('pdf', { studentId });
    const run = async ({ studentId }: { readonly studentId: string }) => {
      seen.push(studentId);
      if (studentId === 'slow') throw new Error('too slow');
      // The retry is due from now on.
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(storage.db);
    };
    await jobs.work('pdf', { run, giveUp: async () => undefined }, 1);
    await expect.poll(() => seen, { timeout: 5000 }).toEqual(['slow', 'ada', 'bob', 'export', 'slow']);
    await jobs.stop();
    await storage.close();
  },
);

test.each(testEngines)(
  'a failed mail, or one of many, is sent after those requested since, on $engine',
  async ({ open }) => {
    const storage = await open();
    const jobs = await startJobs(storage, () => undefined);
    const seen: string[] = [];
    await jobs.sendMailJob({ kind: 'received', username: 'cleo' });
    for (const username of ['late', 'crowd', 'ada'])
      await jobs.sendMailJob({ kind: 'signup', username, isBehind: username === 'crowd' });
    await jobs.workMailJobs(async ({ username }) => {
      seen.push(username);
      if (seen.length === 1) throw new Error('450');
      if (seen.length === 2) await jobs.sendMailJob({ kind: 'signup', username: 'bob' });
      if (seen.length === 2) await skipWaits(storage, 'retry');
    });
    // The two behind have no order.
    const order = () => [...seen.slice(0, 3), ...seen.slice(3, 5).toSorted(), ...seen.slice(5)];
    await expect.poll(order, { timeout: 5000 }).toEqual(['late', 'ada', 'bob', 'crowd', 'late', 'cleo']);
    await jobs.stop();
    await storage.close();
  },
);

test.each(testEngines)('work on a file is aborted before its claim ends, on $engine', async ({ open }) => {
  const storage = await open();
  const seen: string[] = [];
  const jobs = await startJobs(storage, (task) => void seen.push(task));
  await jobs.send('pdf', { studentId: 'slow' });
  await sql`update pgboss.job set expire_seconds = 3`.execute(storage.db);
  const run = async (_job: object, signal: AbortSignal) => {
    await once(signal, 'abort');
    seen.push('aborted');
  };
  await jobs.work('pdf', { run, giveUp: async () => undefined });
  await expect.poll(() => pendingJobs(storage.db), { timeout: 5000 }).toEqual([]);
  expect(seen).toEqual(['aborted']);
  await jobs.stop();
  await storage.close();
});

test.each(testEngines)(
  'a sent mail is not sent again after a database outage, on $engine',
  async ({ open }) => {
    const storage = await open();
    const away = { isSo: false };
    const pool = new Proxy(storage.pool, {
      get: (target, name) => {
        if (name === 'connect' && away.isSo) throw new Error('the database is away');
        return Reflect.get(target, name);
      },
    });
    const jobs = await startJobs({ ...storage, pool }, () => undefined);
    let sent = 0;
    await jobs.workMailJobs(async () => {
      sent += 1;
      away.isSo = true;
      setTimeout(() => (away.isSo = false), 1500);
    });
    await jobs.sendMailJob({ kind: 'received', username: 'ada' });
    await expect.poll(() => sent).toBe(1);
    await expect.poll(() => away.isSo, { timeout: 5000 }).toBe(false);
    await expect.poll(() => pendingJobs(storage.db), { timeout: 5000 }).toEqual([]);
    expect(sent).toBe(1);
    await jobs.stop();
    await storage.close();
  },
);
