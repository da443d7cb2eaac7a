import * as fc from '#test/support/random.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { selectDocuments } from '#server/student-tables/document-store.ts';
import { CONVERTED, openTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attach, attachConverted, claim, fileOf, postForm, presign, storedKeys } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { settleDocuments, convertedOf, actions, playDocuments, type CallRecord } from './document-play.ts';
import { openSession, seedStudent } from './seeded-student.ts';
import { rounds } from '#test/support/volume.ts';

const RUNS = rounds(5, 25);
const PATIENCE_MS = 600_000 + RUNS * 6000;

describe.each(testEngines)('parallel document calls, on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open(), questionnaire: documentQuestionnaire() });
  beforeAll(async () => {
    // What is written now has an age of nothing.
    server.pass(Date.now() - server.now().getTime());
  });

  test('keep a file that is recorded several times at once', async () => {
    const { student } = await seedStudent(server, {});
    const form = await presign(student, 'passport');
    await postForm(server, form, fileOf('pdf'));
    const twice = Array.from({ length: 4 }, () => claim(student, 'passport', form.fields['key'] ?? ''));
    expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await server.fileJobs.convert.run();
    const { body } = await student.call('GET', '/api/pdf/document-answer/passport');
    expect(body).toMatchObject({ status: 'COMPLETED', message: '' });
  });

  test('that are downloads nobody reads hold up other downloads, not saves', async () => {
    const { student } = await seedStudent(server, {});
    await attachConverted(server, student, 'passport');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const read = vi.spyOn(server.files, 'read').mockReturnValue(promise);
    const path = '/api/pdf/document-answer/passport/file';
    const unread = Array.from({ length: 4 }, () => student.call('GET', path));
    await expect.poll(() => read.mock.calls.length).toBe(3);
    expect((await student.call('PUT', '/api/answer', { answer: { colour: 'red' } })).status).toBe(200);
    resolve(undefined);
    expect((await Promise.all(unread)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    read.mockRestore();
  });

  test(
    `leave each row its file, each file its row, and what was acknowledged, ${RUNS} times`,
    { timeout: PATIENCE_MS },
    async () => {
      const holds = fc.asyncProperty(fc.scheduler(), actions, async (scheduler, sequence) => {
        const { id } = await seedStudent(server, {});
        const calls = await playDocuments({ base: server, studentId: id, scheduler, actions: sequence });
        await settleDocuments(server, id);
        expect(calls.filter(isSurprising)).toEqual([]);
        const documents = await documentsOf(server, id);
        expect(documents).toMatchObject(acknowledged(calls));
        expect(await filesOf(server, id)).toHaveLength(Object.keys(documents).length);
      });
      await fc.assert(holds, { numRuns: RUNS });
    },
  );
});

test('documents of a customer come after those of others, once they have taken a minute', async () => {
  const convert = async () => {
    server.pass(4900);
    return CONVERTED;
  };
  const server = await openTestApp({ questionnaire: documentQuestionnaire(), convert });
  const newStudent = async (address: string) =>
    openSession(server, (await seedStudent(server, {})).id, address);
  for (let slow = 0; slow < 14; slow += 1)
    await attachConverted(server, await newStudent(`2001:db8:7:${slow}::1`), 'passport');
  await attach(server, await newStudent('2001:db8:7:9::1'), 'passport');
  const other = await newStudent('192.0.2.1');
  await attachConverted(server, other, 'card');
  const { body } = await other.call('GET', '/api/pdf/document-answer/card');
  expect(body['status']).toBe('COMPLETED');
  expect(server.fileJobs.convert.waiting).toMatchObject([{ answerKey: 'passport' }]);
  await server.fileJobs.convert.run();
  expect(server.fileJobs.convert.waiting).toEqual([]);
});

/** The only client error here is submitting too early. */
function isSurprising({ status, action }: CallRecord): boolean {
  return status >= 500 || (status === 422 && action !== 'submit');
}

/** The documents of a student by question, with their files. */
async function documentsOf({ storage, files }: TestApp, studentId: string): Promise<object> {
  const rows = await selectDocuments(storage.db, studentId);
  const documents = rows.map(async ({ answerKey, fileSize, status, pdfKey }) => {
    const pdf = pdfKey === null ? undefined : await files.read(pdfKey);
    return [answerKey, { status, fileSize, pdf: pdf?.toString() }];
  });
  return Object.fromEntries(await Promise.all(documents));
}

async function filesOf(server: TestApp, studentId: string): Promise<readonly string[]> {
  return (await storedKeys(server)).filter((key) => key.startsWith(`${studentId}/`));
}

/** Documents that must exist: recorded, and not deleted or replaced since. */
function acknowledged(calls: readonly CallRecord[]): object {
  const kept = calls.filter((one) => {
    if (one.action !== 'again' || one.status !== 200) return false;
    return !calls.some((other) => other.ended > one.begun && isRival(other, one));
  });
  return Object.fromEntries(
    kept.map(({ key, size = 0 }) => [
      key,
      { status: 'COMPLETED', fileSize: size, pdf: convertedOf(size).toString() },
    ]),
  );
}

/** Whether a call can remove what another one recorded. */
function isRival({ action, key, size, status }: CallRecord, recorded: CallRecord): boolean {
  if (status !== 200 && status !== 0) return false;
  if (action === 'tab') return recorded.key === 'plan';
  if (key !== recorded.key) return false;
  return action === 'delete' || action === 'unprepare' || (action === 'again' && size !== recorded.size);
}
