import { utimesSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepDocuments } from '#server/documents/sweep-documents.ts';
import { createDiscardFiles } from '#server/files/file-store.ts';
import { startJobs, type JobQueue } from '#server/jobs/jobs.ts';
import { attach, fileOf, postForm, presign, storedKeys } from '#test/api/document-client.ts';
import { documentQuestionnaire } from '#test/api/document-form.ts';
import { logIn, type StudentClient } from '#test/api/student-client.ts';
import { cheapHasher } from '../cheap-hasher.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { testEngines } from '../test-storage.ts';

const HOUR_MS = 3_600_000;

describe.each(testEngines)('the sweep of documents, on $engine', ({ open }) => {
  let server: TestApp;
  let ada: StudentClient;
  /** The real queue, with its jobs. */
  let jobs: JobQueue;
  beforeAll(async () => {
    const storage = await open();
    jobs = await startJobs(storage, () => undefined);
    server = await createTestApp({ storage, hasher: cheapHasher, questionnaire: documentQuestionnaire() });
    ada = await logIn(server);
  });
  afterAll(async () => {
    await jobs.stop();
    await server.close();
  });

  const run = async (): Promise<void> => {
    const { files, storage, now: clock } = server;
    const discard = createDiscardFiles(files, () => undefined);
    await sweepDocuments({ db: storage.db, files, discard, jobs: server.queue, clock });
  };
  /** An orphaned file of an age in hours. */
  const leaveFile = async (key: string, hours: number): Promise<void> => {
    await server.files.write(key, Buffer.from('left behind'));
    const time = new Date(server.now().getTime() - hours * HOUR_MS);
    utimesSync(path.join(server.folder, key), time, time);
  };

  test('removes orphaned files once no work can use them', async () => {
    await attach(server, ada, 'passport');
    await server.fileJobs.convert.run();
    const named = await storedKeys(server);
    for (const key of named) utimesSync(path.join(server.folder, key), new Date(0), new Date(0));
    await leaveFile('gone/old', 2);
    await leaveFile('gone/new', 0.5);
    await run();
    expect(await storedKeys(server)).toEqual([...named, 'gone/new'].toSorted());
  });

  test('removes an original that an interrupted server left next to its PDF', async () => {
    const cara = await logIn(server, 'cara@example.org');
    await attach(server, cara, 'passport');
    const [job] = server.fileJobs.convert.waiting;
    await server.fileJobs.convert.run();
    const named = await storedKeys(server);
    await leaveFile(job?.fileKey ?? '', 2);
    await run();
    expect(await storedKeys(server)).toEqual(named);
  });

  test('removes unused uploads', async () => {
    const form = await presign(ada, 'plan');
    await postForm(server, form, fileOf('pdf'));
    await run();
    expect(await server.files.read(form.fields['key'] ?? '')).toHaveLength(100);
    server.pass(1.5 * HOUR_MS);
    await run();
    expect(await server.files.read(form.fields['key'] ?? '')).toBeUndefined();
    const rows = await server.storage.db.selectFrom('upload').select('file_key').execute();
    expect(rows).toEqual([]);
  });

  test('restarts only conversions without a job', async () => {
    const ben = await logIn(server, 'ben@example.org');
    await attach(server, ben, 'passport');
    await attach(server, ben, 'plan');
    const [lost, queued] = server.fileJobs.convert.waiting.splice(0);
    if (queued === undefined) throw new Error('The second document has no job.');
    await jobs.send('convert', queued);
    await run();
    expect([lost]).toMatchObject(server.fileJobs.convert.waiting);
    await server.fileJobs.convert.run();
    const { body } = await ben.call('GET', '/api/pdf/document-answer/passport');
    expect(body['status']).toBe('COMPLETED');
  });
});
