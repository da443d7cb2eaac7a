import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeServiceLink } from '#server/operator/links.ts';
import type { Operation } from '#server/operator/operation-schemas.ts';
import { runOperation } from '#server/operator/operations.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { createServiceToken, forgetExpiredTokens } from '#server/service/service-token-store.ts';
import { createTestApp, openTestApp, operatorServices } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { seedDocument } from './seeded-student.ts';
import { type Answer, eventsOf, idOf, logIn, StudentClient } from './student-client.ts';

const MINUTE = 60_000;
const ADA = 'ada@example.org';
const BOB = 'bob@example.org';
const COMPLETE = { colour: 'red', age: 17 };

describe.each(testEngines)('the service view, on $engine', async ({ open }) => {
  let ada: StudentClient;
  let bob: StudentClient;
  const server = await openTestApp({ storage: await open() });
  beforeAll(async () => {
    ada = await logIn(server, ADA);
    bob = await logIn(server, BOB);
    await ada.call('PUT', '/api/answer', { answer: { ...COMPLETE, pier: 'canary-of-ada' } });
    await ada.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' });
    await ada.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });
    await bob.call('PUT', '/api/answer', { answer: { pier: 'canary-of-bob' } });
  });

  const view = (token: string, from = '10.0.0.1', { app } = server): Promise<Answer> =>
    new StudentClient(app, from).call('GET', `/service/tmp-pdf?service_token=${token}`);
  const run = (operation: Operation) =>
    runOperation(operatorServices(server), { ...operation, operator: 'Grace' });
  const tokenOf = async (username: string, hours = 24): Promise<string> => {
    const order = { username, cycle: 'current', hours, madeFor: '' } as const;
    const link = new URL(await makeServiceLink(operatorServices(server), order));
    return link.searchParams.get('service_token') ?? '';
  };
  const renderToken = async (username: string): Promise<string> => {
    const { token } = await createServiceToken(
      { db: server.storage.db, clock: server.now, random: systemRandomness },
      { studentId: await idOf(server, username), purpose: 'render', lifeMs: MINUTE },
    );
    return token;
  };

  test('shows one application by its link, as often as it is opened', async () => {
    const token = await tokenOf(ADA);
    const expected = {
      answer: { colour: 'red', colour_desc: 'Red', age: 17, pier: 'canary-of-ada' },
      add_another: { boat: 2 },
      document_answer: {},
      tabs: { coast: 'west' },
      application: {
        username: ADA,
        receipt: null,
        submitted_at: null,
        definition: null,
        valid_until: new Date(server.now().getTime() + 24 * 60 * MINUTE).toISOString(),
        unscanned: [],
      },
    };
    for (const answer of [await view(token), await view(token)]) {
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
      expect(answer.body).toEqual(expected);
    }
  });

  test('returns the same 404 for each invalid or expired token', async () => {
    const short = await tokenOf(ADA, 1);
    const live = await tokenOf(ADA);
    server.pass(60 * MINUTE);
    const missing = await new StudentClient(server.app).call('GET', '/service/tmp-pdf');
    const refused = [missing];
    for (const token of ['', 'A'.repeat(43), live.slice(1), `${live}A`, short, '%00', "'%20or%20'1"]) {
      refused.push(await view(token));
    }
    expect(missing.status).toBe(404);
    for (const answer of refused) expect(answer).toEqual(missing);
    expect((await view(live)).status).toBe(200);
  });

  test('ignores tokens in other parameters, cookies, or two at once', async () => {
    const token = await tokenOf(ADA);
    const statuses = [];
    for (const query of ['token=', 'service_token[]=', 'service_token=b&service_token='])
      statuses.push(
        (await new StudentClient(server.app).call('GET', `/service/tmp-pdf?${query}${token}`)).status,
      );
    const cookie = new StudentClient(server.app);
    for (const name of ['toy_session', 'service_token']) cookie.setCookie(name, token);
    statuses.push((await cookie.call('GET', '/service/tmp-pdf')).status);
    expect(statuses).toEqual([404, 404, 400, 404]);
  });

  test('is all that a token opens: no student calls, no other methods', async () => {
    const token = await tokenOf(ADA);
    const query = `?service_token=${token}&token=${token}`;
    const stranger = new StudentClient(server.app);
    stranger.setCookie('toy_session', token);
    const answers = [
      await stranger.call('GET', `/api/profile${query}`),
      await stranger.call('PUT', `/api/answer${query}`, { answer: { age: 99 } }),
      await stranger.call('POST', `/api/submit${query}`),
      await stranger.call('GET', `/public/tmp${query}`),
      await stranger.call('POST', `/service/tmp-pdf${query}`),
      await stranger.call('PUT', `/service/tmp-pdf${query}`),
      await stranger.call('DELETE', `/service/tmp-pdf${query}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 404, 404, 404, 404]);
    expect((await view(token)).body).toMatchObject({ answer: { age: 17 } });
  });

  test('is refused to a page of another website, and returns nothing to a HEAD', async () => {
    const url = `/service/tmp-pdf?service_token=${await tokenOf(ADA)}`;
    const foreign = await server.app.inject({ url, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.statusCode).toBe(403);
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  });

  test('shows what was submitted, with its receipt and its own definition', async () => {
    const student = await logIn(server, 'cleo@example.org');
    await student.call('PUT', '/api/answer', { answer: { ...COMPLETE, beach: 'kept', shade: 'hidden' } });
    await student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' });
    const { body } = await student.call('POST', '/api/submit');
    await server.storage.db
      .updateTable('application')
      .set({ answers: '{"age":99}', tabs: '{}' })
      .where('student_id', '=', await idOf(server, 'cleo@example.org'))
      .execute();
    const token = await tokenOf('cleo@example.org');
    const shown = await view(token);
    expect(shown.body).toMatchObject({
      answer: { age: 17, beach: 'kept' },
      tabs: { coast: 'west' },
      application: { receipt: body['receipt'], submitted_at: server.now().toISOString(), definition: null },
    });
    const { storage } = server;
    const definition = { ...toyQuestionnaire().definition, hash: 'next-year', title: 'Next Year' };
    const questionnaire: Questionnaire = { ...toyQuestionnaire(), definition };
    const later = await createTestApp({ storage, questionnaire, clock: server.now });
    const seen = await view(token, undefined, later);
    expect(seen.body).toMatchObject({
      answer: { age: 17 },
      application: { definition: { hash: 'toy-hash', title: toyQuestionnaire().definition.title } },
    });
    await later.app.close();
  });

  test('lists attached documents, not pending ones', async () => {
    const { storage } = server;
    const keys = ['letter', 'card', 'photo'];
    const definition = form([
      page(keys.map((key) => question(key, { widget: 'file', summaryFormat: 'document' }))),
    ]);
    const validators = compileValidators(definition);
    const questionnaire = { ...toyQuestionnaire(), definition, validators };
    const other = await createTestApp({ storage, questionnaire, clock: server.now });
    const student_id = await idOf(server, ADA);
    await seedDocument(server, { student_id, answer_key: 'letter' });
    await seedDocument(server, { student_id, answer_key: 'card', status: 'IN_PROGRESS' });
    const seen = await view(await tokenOf(ADA), undefined, other);
    expect(seen.body).toMatchObject({ document_answer: { letter: 'ANSWERED', card: '', photo: '' } });
    await other.app.close();
  });

  test('audits each use, and no guess', async () => {
    const before = (await eventsOf(server, BOB, 'service-view')).length;
    const token = await tokenOf(BOB);
    await view(token);
    await view('guessed');
    await view(await renderToken(BOB), '127.0.0.1');
    const events = await eventsOf(server, BOB, 'service-view');
    const links = await run({ kind: 'service-links', username: BOB, cycle: 'all' });
    const number = Number(/^(\d+) /m.exec(links)?.[1]);
    expect(events.slice(before).map(({ client, result, detail }) => [client, result, detail])).toEqual([
      ['operator', 'ok', `link ${number} made for 24 hours`],
      ['10.0.0.1', 'ok', `link ${number} opened`],
      ['server', 'ok', 'opened to make the PDF'],
    ]);
  });

  test('returns 404 as soon as it is revoked', async () => {
    const student = await logIn(server, 'fay@example.org');
    expect((await student.call('GET', '/api/profile')).status).toBe(200);
    const tokens = [await tokenOf('fay@example.org'), await tokenOf('fay@example.org'), await tokenOf(ADA)];
    const [first = ''] = tokens;
    const revoke = (by: 'token' | 'username', value: string) =>
      run({ kind: 'revoke-service-links', link: { by, value } });
    const statuses = async () =>
      (await Promise.all(tokens.map((token) => view(token)))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200]);
    await revoke('token', first);
    expect(await statuses()).toEqual([404, 200, 200]);
    const none = 'There is no such link';
    await expect(revoke('token', first)).rejects.toThrow(none);
    await revoke('username', 'fay@example.org');
    expect(await statuses()).toEqual([404, 404, 200]);
    const render = await renderToken('fay@example.org');
    await expect(revoke('token', render)).rejects.toThrow(none);
    expect(await run({ kind: 'service-links', username: '', cycle: 'all' })).not.toContain('fay@example.org');
    const revoked = (await eventsOf(server, 'fay@example.org')).filter(({ detail }) =>
      detail?.endsWith('revoked'),
    );
    expect(revoked).toHaveLength(2);
  });

  test('is not limited for the jobs of this server', async () => {
    const render = await renderToken(ADA);
    for (let times = 0; times < 70; times += 1) expect((await view(render, '127.0.0.1')).status).toBe(200);
  });

  test('logs neither token nor answers, and stores no token', async () => {
    const token = await tokenOf(ADA);
    await view(token);
    expect(server.logged.join('')).not.toMatch(new RegExp(`${token}|canary-of`));
    const stored = await server.storage.db.selectFrom('service_token').selectAll().execute();
    expect(JSON.stringify(stored.map((row) => [row.token_hash.toString(), row]))).not.toContain(token);
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  });

  test('is deleted on expiry, and with its student', async () => {
    const { db } = server.storage;
    const student = await logIn(server, 'dora@example.org');
    expect((await student.call('GET', '/api/profile')).status).toBe(200);
    const token = await tokenOf('dora@example.org');
    await db.deleteFrom('student').where('username', '=', 'dora@example.org').execute();
    expect((await view(token)).status).toBe(404);
    server.pass(31 * 24 * 60 * MINUTE);
    await forgetExpiredTokens(server.storage.db, server.now());
    expect(await db.selectFrom('service_token').select('token_hash').execute()).toEqual([]);
  });

  test('shows nothing while it cannot be audited', async () => {
    const token = await tokenOf(ADA);
    await sql`alter table audit rename to audit_elsewhere`.execute(server.storage.db);
    const refused = await view(token);
    await sql`alter table audit_elsewhere rename to audit`.execute(server.storage.db);
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.body)).not.toContain('canary-of-ada');
    expect((await view(token)).status).toBe(200);
  });
});
