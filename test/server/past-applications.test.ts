import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeServiceLink } from '#server/operator/links.ts';
import { runOperation } from '#server/operator/operations.ts';
import { removeExpired } from '#server/retention/retention.ts';
import { ANSWERS, cycleForm, FIRST, SECOND } from '#test/api/cycle-form.ts';
import { attachConverted, storedKeys } from '#test/api/document-client.ts';
import { openSession, seedStudent } from '#test/api/seeded-student.ts';
import { PASSWORD, StudentClient } from '#test/api/student-client.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createTestApp, operatorServices, type TestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';

const DAY = 86_400_000;
const OPERATOR = 'Grace Hopper';

describe.each(testEngines)('a past application, on $engine', ({ open }) => {
  let server: TestApp;
  let second: TestApp;
  let id: string;
  let username: string;
  let receipt: string;
  beforeEach(async () => {
    server = await createTestApp({ storage: await open(), questionnaire: cycleForm(FIRST) });
    const { storage, files } = server;
    const clock = server.now;
    second = await createTestApp({ storage, files, clock, questionnaire: cycleForm(SECOND) });
    const seeded = await seedStudent(server, ANSWERS);
    ({ id } = seeded);
    username = `${id}@example.org`;
    await attachConverted(server, seeded.student, 'passport', { name: 'first.pdf' });
    await attachConverted(server, seeded.student, 'card');
    receipt = String((await seeded.student.call('POST', '/api/submit')).body['receipt']);
    server.pass(2 * DAY);
    const student = await comeBack();
    await student.call('POST', '/api/next-application');
    await student.call('PUT', '/api/answer', { answer: { sailor: 'Grace' } });
    await attachConverted(second, student, 'passport', { name: 'second.pdf' });
  });
  afterEach(async () => {
    await second.app.close();
    await server.close();
  });

  const comeBack = async () => (await openSession(server, id)).copy(second.app);
  const parts = () => ({ ...operatorServices(server), questionnaire: cycleForm(SECOND) });
  const run = (operation: Parameters<typeof runOperation>[1]) =>
    runOperation(parts(), { ...operation, operator: OPERATOR });
  const total = async (cycle: string) =>
    Object(JSON.parse(await run({ kind: 'count-answers', cycle }))).toy.total;

  test('is in the complete record of its student, with its files', async () => {
    const exported: unknown = JSON.parse(await run({ kind: 'export-student', username }));
    expect(exported).toMatchObject({
      application: { answers: { sailor: { value: 'Grace' } } },
      submission: null,
      documents: [{ answer_key: 'passport', file_name: 'second.pdf', file: expect.any(String) }],
      past_applications: [
        {
          application: { cycle: FIRST.name, answers: { sailor: { value: 'Ada' } } },
          submission: { receipt },
          documents: [{ answer_key: 'card' }, { file_name: 'first.pdf', file: expect.any(String) }],
        },
      ],
    });
  });

  test('is opened by a link of its cycle, and listed and revoked with its address', async () => {
    const link = async (cycle: string) => {
      const { search } = new URL(await makeServiceLink(parts(), { username, cycle, hours: 1, madeFor: '' }));
      return () => new StudentClient(second.app).call('GET', `/service/tmp-pdf${search}`);
    };
    // Typed without the dash.
    const [past, current] = [await link('2026-27'), await link('current')];
    expect((await past()).body).toMatchObject({
      answer: { sailor: 'Ada' },
      application: { username, receipt, submitted_at: '2026-03-01T12:00:00.000Z' },
    });
    expect((await current()).body).toMatchObject({ answer: { sailor: 'Grace' }, application: { username } });
    const listed = await run({ kind: 'service-links', username, cycle: 'all' });
    expect(listed.match(/202\d–2\d$/gm)?.toSorted()).toEqual([FIRST.name, SECOND.name]);
    await run({ kind: 'revoke-service-links', link: { by: 'username', value: username } });
    expect([(await past()).status, (await current()).status]).toEqual([404, 404]);
    await expect(link('2019')).rejects.toThrow('There is no cycle "2019", only');
  });

  test('is counted and exported with its cycle', async () => {
    expect(await total('current')).toEqual({ drafts: 1, submitted: 0 });
    expect(await total(FIRST.name)).toEqual({ drafts: 0, submitted: 1 });
    expect(await total('all')).toEqual({ drafts: 1, submitted: 1 });
    const files: Readonly<Record<string, readonly string[]>> = {
      current: [],
      all: [receipt],
      '2026-27': [receipt],
    };
    for (const [cycle, receipts] of Object.entries(files)) {
      const out = temporaryFolder();
      await run({ kind: 'export-applications', since: '2026-01-01', out, cycle, format: 'json' });
      const folder = path.join(out, 'applications');
      const written = existsSync(folder) ? readdirSync(folder) : [];
      expect(written).toEqual(receipts.map((name) => `${name}.json`));
      for (const name of written)
        expect(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).toMatchObject({
          username,
          cycle: FIRST.name,
        });
    }
  });

  test('expires by its own submission, and its account stays until then', async () => {
    const before = await storedKeys(server);
    server.pass(1000 * DAY);
    expect(await removeExpired({ ...parts(), jobs: server.queue })).toEqual(
      expect.not.objectContaining({ draft: 1 }),
    );
    expect(server.jobs.map(({ kind }) => kind)).toEqual(['received']);
    await server.runJobs();
    expect(server.mails.at(-1)?.text).toContain(receipt);
    server.pass(97 * DAY);
    expect(await run({ kind: 'retention', mode: 'now', cycle: SECOND.name })).toContain(' 0');
    expect(await run({ kind: 'retention', mode: 'now', cycle: FIRST.name })).toContain(' 1');
    const { body } = await (await comeBack()).call('GET', '/api/profile');
    expect(body).toMatchObject({ past_applications: [], answer: { sailor: 'Grace' } });
    // A PDF of each of its two documents.
    expect(await storedKeys(server)).toHaveLength(before.length - 2);
  });

  test('lets the office decide about the account, and is deleted with it', async () => {
    const { db } = server.storage;
    await db
      .updateTable('student')
      .set({ password_hash: `cheap:${PASSWORD}` })
      .where('id', '=', id)
      .execute();
    const student = await comeBack();
    const { body } = await student.call('POST', '/api/delete-account', { password: PASSWORD });
    expect(body).toMatchObject({ deleted: false });
    expect(await run({ kind: 'delete-student', username })).toContain('Deleted 1 account, ');
    expect(await storedKeys(server)).toEqual([]);
    for (const table of ['student', 'application', 'submission', 'document'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test('is left alone by a form that was rolled back', async () => {
    const student = (await comeBack()).copy(server.app);
    const { body } = await student.call('GET', '/api/profile');
    expect(body).toMatchObject({ next_cycle: null, receipt: null, past_applications: [{ receipt }] });
    expect((await student.call('POST', '/api/next-application')).status).toBe(409);
  });
});
