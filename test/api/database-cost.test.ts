import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '#server/database/tables.ts';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { PASSWORD, register, signUp, StudentClient } from './student-client.ts';

const KNOWN = 'known@example.org';
const WAITING = 'waiting@example.org';

describe.each(testEngines)('the database cost of a call, on $engine', async ({ open }) => {
  const statements: string[] = [];
  const storage = await open();
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: storage.pool }),
    log: ({ query }) => void statements.push(query.sql),
  });
  const server = await openTestApp({ storage: { ...storage, db } });
  beforeAll(async () => {
    await register(server, KNOWN);
    await signUp(server, WAITING);
  });

  /** The statements of a second call, as each name has its counts. */
  const costOf = async (path: string, body: object): Promise<readonly string[]> => {
    const by = new StudentClient(server.app);
    await by.call('POST', path, body);
    statements.length = 0;
    await by.call('POST', path, body);
    return [...statements];
  };

  test.each([
    ['/public/login', { password: 'Wrong-Password-1' }],
    ['/public/signup', { password: PASSWORD }],
    ['/public/forgot-password', {}],
    ['/public/resend-confirm', {}],
  ])('is the same at %s for students, unconfirmed and unknown addresses', async (path, rest) => {
    const known = await costOf(path, { username: KNOWN, ...rest });
    expect(known.length).toBeGreaterThan(0);
    expect(await costOf(path, { username: WAITING, ...rest })).toEqual(known);
    expect(await costOf(path, { username: `nobody${path.length}@example.org`, ...rest })).toEqual(known);
  });

  test('includes one search of the trail for a pending deletion, among a bounded number of lines', async () => {
    const ada = new StudentClient(server.app);
    await ada.logIn(KNOWN);
    statements.length = 0;
    await ada.call('GET', '/api/delete-account');
    const searches = statements.filter((each) => each.includes('"audit"'));
    expect(searches).toEqual([
      expect.stringMatching(/^select .* from \(select .* limit \$\d+\) as "recent"/),
    ]);
  });

  test('includes a write for each code, even if none is pending', async () => {
    const [path, code] = ['/public/confirm', '000000'];
    const waiting = await costOf(path, { username: WAITING, code });
    const known = await costOf(path, { username: KNOWN, code });
    expect(known.filter((each) => !waiting.includes(each))).toEqual([
      expect.stringMatching(/^update "limit_state"/),
    ]);
    expect(await costOf(path, { username: 'nobody@example.org', code })).toEqual(known);
  });
});
