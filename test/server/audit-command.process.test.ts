import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandedServer, OPERATOR, startCommandedServer } from './commanded-server.ts';
import { outsideDatabases } from './test-storage.ts';

const ADA = 'ada@example.org';

describe.each(outsideDatabases)('the audit trail of a server on $name', ({ open }) => {
  let server: CommandedServer;
  beforeAll(async () => {
    server = await startCommandedServer(open);
  });
  afterAll(() => server.stop());
  const run: CommandedServer['run'] = (...command) => server.run(...command);
  const call: CommandedServer['call'] = (...request) => server.call(...request);
  const register = (username: string) => server.register(username);

  test('trail shows time, event, result and client', async () => {
    await register(ADA);
    for (let guess = 0; guess < 6; guess += 1)
      await call('/public/login', { username: ADA, password: 'Wrong-Secret-Word-1' });
    const { code, out } = await run('trail', ['--user', 'ADA@example.org', '--since', '2020-01-01']);
    expect(code).toBe(0);
    const rows = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows[0]).toEqual(['When (UTC)', 'What', 'Result', 'From', 'Detail']);
    expect(rows.slice(1).map(([, ...rest]) => rest)).toEqual([
      ['signup', 'ok', expect.any(String)],
      ['confirm', 'ok', expect.any(String)],
      ['login', 'ok', expect.any(String)],
      ...Array.from({ length: 5 }, () => ['login', 'refused', expect.any(String), 'answered 401']),
      ['throttled', 'refused', expect.any(String), 'login'],
    ]);
    expect(out).not.toContain('Secret');
  });

  test('trail without an address shows operators and opened links', async () => {
    const username = 'fred@example.org';
    await register(username);
    expect((await run('student', ['export', username], { operator: 'Alan Turing' })).code).toBe(0);
    expect((await run('sessions', [], { operator: '' })).code).toBe(0);
    const made = await run('service-link', ['--user', username]);
    await call(`/service/tmp-pdf${new URL(made.out).search}`);
    const { out, err } = await run('trail', []);
    expect(err).toContain('What operators did and what links opened');
    const rows = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/).slice(1));
    expect(rows[0]).toEqual(['What', 'Who', 'Result', 'From', 'Detail']);
    expect(rows).toContainEqual(['export', username, 'ok', 'operator Alan Turing']);
    // Without a name it is the system account.
    expect(out).toContain(`operator account ${userInfo().username}`);
    expect(rows).toContainEqual(['service-view', username, 'ok', `operator ${OPERATOR}`, expect.any(String)]);
    expect(rows).toContainEqual([
      'service-view',
      username,
      'ok',
      '127.0.0.1',
      expect.stringContaining('opened'),
    ]);
    expect(rows.map(([kind]) => kind)).not.toContain('login');
    const looked = await run('trail', ['--client', OPERATOR, '--kind', 'operator-view']);
    expect(looked.out).toMatch(/ {2}operator-view {2,}ok {2,}operator Grace Hopper {2,}audit trail$/m);
  });

  test('trail filters by kind, client and time, and reports cut results', async () => {
    const username = 'gina@example.org';
    await register(username);
    const found = await run('trail', ['--user', username, '--kind', 'login', '--client', '127.0.0.1']);
    expect(found.out.trim().split('\n').slice(1)).toHaveLength(1);
    expect(found.err).toBe('');
    expect((await run('trail', ['--user', username, '--client', '127.0.0.2'])).out).toBe(
      'No matching event is recorded.\n',
    );
    expect((await run('trail', ['--user', username, '--before', '2020-01-01'])).out).toBe(
      'No matching event is recorded.\n',
    );
    expect(await run('trail', ['--since', '2999-01-01'])).toMatchObject({
      code: 1,
      err: '--since is "2999-01-01", which is in the future.\n',
    });
    const cut = await run('trail', ['--user', username, '--limit', '2']);
    expect(cut.out.trim().split('\n')).toHaveLength(3);
    expect(cut.err).toContain('These are the newest 2 of more.');
  });
});
