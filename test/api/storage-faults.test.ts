import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logErrorsTo } from '#server/http/error-log.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { FilesUnavailable } from '#server/database/storage-errors.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#test/server/test-app.ts';
import { openSuiteStorage } from '#test/server/test-storage.ts';
import { claim, fileOf, postForm, presign } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { logIn, type StudentClient } from './student-client.ts';

describe('a storage error', async () => {
  const storage = await openSuiteStorage();
  let server: TestApp;
  let student: StudentClient;
  let students = 0;
  const startServer = (deps: TestAppOptions = {}): Promise<TestApp> =>
    createTestApp({ storage: { ...storage, close: async () => undefined }, ...deps });
  const newStudent = (on: TestApp) => logIn(on, `student-${(students += 1)}@example.org`);
  beforeEach(async () => {
    server = await startServer();
    student = await newStudent(server);
  });
  afterEach(async () => {
    await sql`drop function if exists fail cascade`.execute(storage.db);
    await server.close();
  });

  const save = () => student.call('PUT', '/api/answer', { answer: { colour: 'blue' } });
  const ready = async () => {
    const { statusCode, json } = await server.app.inject('/readyz');
    return [statusCode, json()];
  };
  const failWith = async (code: string): Promise<void> => {
    await sql`create function fail() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'no' using errcode = '${code}'; end`,
    )}`.execute(storage.db);
    await sql`create trigger fail before insert or update on application execute function fail()`.execute(
      storage.db,
    );
  };

  test('for lack of space is reported by /readyz until a save succeeds', async () => {
    await failWith('53100');
    const { status, headers } = await save();
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    const message = expect.stringContaining('no space');
    expect(await ready()).toEqual([200, { status: 'degraded', fault: 'full', message }]);
    await sql`drop function fail cascade`.execute(storage.db);
    expect((await save()).status).toBe(200);
    expect(await ready()).toEqual([200, { status: 'ok' }]);
  });

  test('for lack of space is logged once a minute', async () => {
    const lines = () => server.logged.filter((line) => line.includes('53100')).length;
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await failWith('53100');
    for (let count = 0; count < 3; count += 1) await save();
    logErrorsTo(server.app.log)('jobs', { code: '53100' });
    expect(lines()).toBe(1);
    vi.advanceTimersByTime(60_000);
    await save();
    expect(lines()).toBe(2);
  });

  test('for lack of space is reported for ten seconds, as a balancer can stop all calls', async () => {
    await failWith('53100');
    await save();
    server.pass(9000);
    expect(await ready()).toMatchObject([200, { fault: 'full' }]);
    server.pass(2000);
    expect(await ready()).toEqual([200, { status: 'ok' }]);
    await save();
    expect(await ready()).toMatchObject([200, { fault: 'full' }]);
  });

  test.each(['XX001', 'XX002'])('by a damaged page is reported by /readyz from then on: %s', async (code) => {
    await failWith(code);
    expect((await save()).status).toBe(503);
    await sql`drop function fail cascade`.execute(storage.db);
    expect((await save()).status).toBe(200);
    const message = expect.stringContaining('backup');
    expect(await ready()).toEqual([200, { status: 'degraded', fault: 'damaged', message }]);
  });

  test('of a file is answered as retryable', async () => {
    const { files } = server;
    let code = '';
    const forms = {
      ...files.forms,
      add: async () => {
        throw Object.assign(new Error(`${code}: no file`), { code });
      },
    };
    const questionnaire = documentQuestionnaire();
    const other = await startServer({ files: { ...files, forms }, questionnaire });
    const client = await newStudent(other);
    for (const each of ['EMFILE', 'EACCES', 'ENOSPC']) {
      code = each;
      expect(await postForm(other, await presign(client, 'passport'), fileOf('pdf'))).toEqual({
        status: 503,
        message: expect.stringContaining("We can't reach your application right now"),
      });
    }
    await other.close();
  });

  test('of a bucket is logged and counted, and a retry succeeds once it is back', async () => {
    const { files } = server;
    const metrics = createMetrics();
    let isAway = true;
    const write: typeof files.write = async (key, bytes) => {
      if (isAway) throw new FilesUnavailable(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
      return files.write(key, bytes);
    };
    const questionnaire = documentQuestionnaire();
    const other = await startServer({ files: { ...files, write }, metrics, questionnaire });
    const client = await newStudent(other);
    const form = await presign(client, 'passport');
    await postForm(other, form, fileOf('pdf'));
    const fileKey = form.fields['key'] ?? '';
    const { status, headers } = await claim(client, 'passport', fileKey);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(other.logged.join('')).toContain('ECONNREFUSED');
    expect(await metrics.render([])).toContain('matricula_unavailable_total{fault="unavailable"} 1');
    isAway = false;
    expect((await claim(client, 'passport', fileKey)).status).toBe(200);
    await other.close();
  });
});
