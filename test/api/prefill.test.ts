import { describe, expect, test } from 'vitest';
import { COOKIE_NOTICE } from '#client/screens/frame/Footer.tsx';
import { makePrefill } from '#server/operator/links.ts';
import type { Operation } from '#server/operator/operation-schemas.ts';
import { runOperation } from '#server/operator/operations.ts';
import { listPrefills } from '#server/prefill/prefill-store.ts';
import { openTestApp, operatorServices } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { type Answer, eventsOf, logIn, PASSWORD, StudentClient } from './student-client.ts';

const HOUR = 3_600_000;

function openLink(student: StudentClient, token: string): Promise<Answer> {
  return student.call('GET', `/public/tmp?token=${token}`);
}

describe.each(testEngines)('prefilled answers, on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });

  const make = async (answers: Record<string, unknown>, { hours = 72, partner = 'toy' } = {}) => {
    const link = await makePrefill({ ...operatorServices(server), partner }, { answers, hours });
    return new URL(link).searchParams.get('token') ?? '';
  };
  const run = (operation: Operation) =>
    runOperation(operatorServices(server), { ...operation, operator: 'Grace' });
  const anybody = (): StudentClient => new StudentClient(server.app);

  test('are returned with labels to the visitor who opens the link', async () => {
    const token = await make({ colour: 'red', age: 17 });
    const answer = await openLink(anybody(), token);
    expect(answer).toMatchObject({
      status: 200,
      body: { answer: { colour: 'red', colour_desc: 'Red', age: 17 } },
      headers: { 'cache-control': 'no-store' },
    });
  });

  test('are not returned to another visitor', async () => {
    const token = await make({ age: 17 });
    expect((await openLink(anybody(), token)).status).toBe(200);
    const replayed = await openLink(anybody(), token);
    expect(replayed).toEqual(await openLink(anybody(), 'never-made'));
    expect(replayed.status).toBe(404);
  });

  test('are returned to one of two parallel visitors', async () => {
    const token = await make({ age: 17 });
    const answers = await Promise.all([anybody(), anybody()].map((student) => openLink(student, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  });

  test('can be loaded again by the same browser for five minutes', async () => {
    const token = await make({ age: 17 });
    const student = anybody();
    expect((await openLink(student, token)).status).toBe(200);
    server.pass(4 * 60_000);
    expect((await openLink(student, token)).status).toBe(200);
    server.pass(60_000);
    expect((await openLink(student, token)).status).toBe(404);
  });

  test('are gone when the link has expired', async () => {
    const token = await make({ age: 17 }, { hours: 1 });
    server.pass(HOUR);
    expect((await openLink(anybody(), token)).status).toBe(404);
  });

  test("are not for another partner's form", async () => {
    const token = await make({ age: 17 }, { partner: 'other' });
    expect((await openLink(anybody(), token)).status).toBe(404);
  });

  test('are listed while available, and gone once their link is revoked', async () => {
    const [token, other] = [await make({ age: 17 }), await make({ age: 18 })];
    const student = anybody();
    expect((await openLink(student, token)).status).toBe(200);
    const listed = (await listPrefills(server.storage.db, server.now())).slice(-2);
    expect(listed.map(({ claimed_at }) => claimed_at)).toEqual([server.now(), null]);
    const revoke = (by: 'token' | 'number', value: string) =>
      run({ kind: 'revoke-prefill', link: { by, value } });
    const [first, second] = listed.map(({ number }) => number);
    expect(await run({ kind: 'prefills' })).toMatch(new RegExp(`^${second} +toy +2026-03-01 `, 'm'));
    expect(await revoke('number', String(first))).toBe(`Revoked 1 link: ${first}.`);
    expect((await openLink(student, token)).status).toBe(404);
    await revoke('token', other);
    expect((await openLink(anybody(), other)).status).toBe(404);
    await expect(revoke('token', other)).rejects.toThrow('There is no such link');
    const details = (await eventsOf(server, '', 'prefill')).map(({ detail }) => detail);
    const recorded = ['made for 72 hours', 'opened', 'revoked'].map((event) => `link ${first} ${event}`);
    expect(details).toEqual(expect.arrayContaining(recorded));
  });

  test('are not consumed by a HEAD, a prefetch or another site', async () => {
    const token = await make({ age: 17 });
    const url = `/public/tmp?token=${token}`;
    const looks = [
      { method: 'HEAD' as const },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { purpose: 'prefetch' } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    ];
    const statuses = [];
    for (const look of looks) {
      const { statusCode, cookies } = await server.app.inject({ ...look, url });
      statuses.push(statusCode);
      expect(cookies).toEqual([]);
    }
    expect(statuses).toEqual([200, 404, 404, 403]);
    expect((await openLink(anybody(), token)).status).toBe(200);
  });

  test.each(['', '?token=', '?token=a&token=b', `?token=${'x'.repeat(201)}`])(
    'are refused without a token: %j',
    async (query) => {
      const { status } = await anybody().call('GET', `/public/tmp${query}`);
      expect([400, 404]).toContain(status);
    },
  );

  test('are not logged, nor is their token', async () => {
    const token = await make({ pier: 'canary-of-the-pier' });
    await openLink(anybody(), token);
    expect(server.logged.join('')).not.toMatch(new RegExp(`${token}|canary-of-the-pier`));
    const stored = await server.storage.db.selectFrom('prefill').select('token_hash').execute();
    expect(stored.map((row) => row.token_hash.toString())).not.toContain(token);
  });

  test.each([
    ['an answer that is not offered', { colour: 'mauve' }, "This answer isn't offered."],
    [
      'several faults, all of which are reported',
      { zzz: 'x', age: 'old', colour: 'mauve' },
      /\n {2}zzz: .+\n {2}age \(.+\n {2}colour \(/,
    ],
  ])('are rejected with %s', async (_name, answers, sentence) => {
    const before = await server.storage.db.selectFrom('prefill').select('token_hash').execute();
    await expect(make({ pier: 'x', ...answers })).rejects.toThrow(sentence);
    const after = await server.storage.db.selectFrom('prefill').select('token_hash').execute();
    expect(after).toHaveLength(before.length);
  });

  test('and accounts set only the cookies of the privacy notice', async () => {
    const visitor = anybody();
    await openLink(visitor, await make({}));
    await visitor.call('POST', '/public/signup', { username: 'eve@example.org', password: PASSWORD });
    const student = await logIn(server);
    const names = [...visitor.cookies.keys(), ...student.cookies.keys()];
    const named = COOKIE_NOTICE.flatMap((cookies) => cookies.names.map((name) => `toy_${name}`));
    expect(names.toSorted()).toEqual(named.toSorted());
  });
});
