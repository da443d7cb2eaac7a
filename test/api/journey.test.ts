import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswordHasher } from '#server/accounts/password-hasher.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { lastCode, PASSWORD, StudentClient } from './student-client.ts';

describe.each(testEngines)('a student applies, on $engine', ({ open }) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ storage: await open(), hasher: await createPasswordHasher() });
  });
  afterAll(() => server.close());

  test('from sign-up to a receipt', async () => {
    const username = 'Ada@Example.org';
    const student = new StudentClient(server.app);
    expect((await student.call('POST', '/public/signup', { username, password: PASSWORD })).status).toBe(200);
    await server.runJobs();
    const code = lastCode(server, 'ada@example.org');
    expect((await student.call('POST', '/public/confirm', { username, code })).status).toBe(200);
    expect((await student.call('POST', '/public/login', { username, password: PASSWORD })).status).toBe(200);

    expect(await student.call('GET', '/api/profile')).toMatchObject({
      status: 200,
      body: {
        username: 'ada@example.org',
        last_page: null,
        successful_login: [server.now().toISOString()],
        web_status: [],
        answer: {},
        document_answer: {},
        version: 0,
        receipt: null,
      },
    });
    await student.call('POST', '/api/web-status', { web_status: 'started' });
    expect(await student.call('PUT', '/api/answer', { answer: { colour: 'blue' } })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect(await student.call('POST', '/api/submit')).toMatchObject({
      status: 422,
      body: { errors: { shade: ['shade: required'] } },
    });
    await student.call('PUT', '/api/answer', { answer: { shade: 'navy' }, base_version: 1 });
    const submitted = await student.call('POST', '/api/submit');
    expect(submitted).toMatchObject({
      status: 200,
      body: { receipt: expect.stringMatching(/^[\dA-Z]{4}(?:-[\dA-Z]{4}){3}$/) },
    });
    expect(await student.call('POST', '/api/submit')).toEqual({ ...submitted, headers: expect.anything() });
    await server.runJobs();
    expect(server.mails.at(-1)?.text).toContain(submitted.body['receipt']);
    const profile = await student.call('GET', '/api/profile');
    expect(profile.body['receipt']).toBe(submitted.body['receipt']);
    expect(profile.body['web_status']).toMatchObject([
      { web_status: 'started' },
      { web_status: 'validating' },
      { web_status: 'submitted' },
    ]);
    expect((await student.call('GET', '/api/logout')).status).toBe(200);
    expect((await student.call('GET', '/api/profile')).status).toBe(401);
  });
});
