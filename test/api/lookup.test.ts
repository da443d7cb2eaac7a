import { describe, expect, test } from 'vitest';
import type { DirectoryEntry } from '#server/lookup/directory-entry.ts';
import { createDirectoryStore } from '#server/lookup/directory-store.ts';
import { createSchoolDirectories } from '#server/lookup/school-directories.ts';
import { EAST_HIGH } from '#test/server/lookup/school-fixture.ts';
import { createTestApp, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { StudentClient } from './student-client.ts';

describe.each(testEngines)('GET /lookup/find on $engine', async ({ open }) => {
  const storage = await open();
  const directories = createSchoolDirectories({
    db: storage.db,
    onError: (task, error) => {
      throw new Error(task, { cause: error });
    },
  });
  const server = await openTestApp({ storage, directories });
  const visitor = new StudentClient(server.app);

  const find = (parameters: Readonly<Record<string, string>>) =>
    visitor.call('GET', `/lookup/find?${new URLSearchParams(parameters).toString()}`);

  test('/readyz reports a server that still loads directories', async () => {
    const reading = { ...directories, isFirstReading: () => true, stop: () => Promise.resolve() };
    const starting = await createTestApp({ directories: reading });
    const { statusCode, headers, json } = await starting.app.inject('/readyz');
    expect([statusCode, json()]).toEqual([
      503,
      { status: 'starting', message: expect.stringContaining('directories of schools') },
    ]);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    await starting.app.close();
    expect((await server.app.inject('/readyz')).statusCode).toBe(200);
  });

  const count = async (more: Readonly<Record<string, string>>): Promise<unknown> =>
    (await find({ category: 'hs_ceeb', query: 'high school', ...more })).body['length'];

  async function publish(schools: readonly DirectoryEntry[], source = 'nces-public'): Promise<void> {
    const store = createDirectoryStore(server.storage.db);
    const key = await store.beginImport('hs_ceeb', source);
    await store.addEntries(key, schools);
    await store.publish(key, new Date());
    await directories.load();
  }

  test('suggests schools of the starter directory until an import', async () => {
    expect(await find({ category: 'hs_ceeb', query: 'east high den' })).toMatchObject({
      status: 200,
      body: [{ id: 'starter:east-high-school-denver', text: 'East High School', sub_text: 'Denver, CO' }],
    });
    expect(await find({ category: 'college_ceeb', query: 'cu boulder' })).toMatchObject({
      body: [{ text: 'University of Colorado Boulder' }],
    });
  });

  test('returns five by default, and ten at most', async () => {
    expect(await count({})).toBe(5);
    expect(await count({ max_results: '2' })).toBe(2);
    expect(await count({ max_results: '999' })).toBe(10);
    expect(await count({ max_results: '0' })).toBe(1);
  });

  test('reports in a header whether there are more', async () => {
    const many = await find({ category: 'hs_ceeb', query: 'high school' });
    const one = await find({ category: 'hs_ceeb', query: 'east high den' });
    expect([many, one].map(({ headers }) => headers['x-more-matches'])).toEqual(['yes', undefined]);
  });

  test('ranks the student’s state first among equals', async () => {
    const twins = ['CO', 'OH', 'TX'].map((state) => ({
      ...EAST_HIGH,
      id: `nces:${state}`,
      city: 'Twin',
      state,
    }));
    await publish(twins);
    for (const near of ['OH', 'TX']) {
      const { body } = await find({ category: 'hs_ceeb', query: 'east twin', near });
      expect(body[0]).toMatchObject({ sub_text: `Twin, ${near}` });
    }
  });

  test.each([
    ['an unknown category', { category: 'zoo', query: 'east' }, 422],
    ['a category of the prototype', { category: '__proto__', query: 'east' }, 422],
    ['neither text nor id', { category: 'hs_ceeb' }, 422],
    ['no category', { query: 'east' }, 400],
    ['a long text', { category: 'hs_ceeb', query: 'x'.repeat(81) }, 400],
    ['an invalid number', { category: 'hs_ceeb', query: 'east', max_results: '-1' }, 400],
    ['a text with NUL', { category: 'hs_ceeb', query: 'east\u0000' }, 400],
    ['an invalid state', { category: 'hs_ceeb', query: 'east', near: "CO'" }, 400],
    ['an unknown parameter', { category: 'hs_ceeb', query: 'east', order: 'name' }, 400],
  ])('refuses %s', async (_what, parameters, status) => {
    const answer = await find(parameters);
    expect(answer.status).toBe(status);
    expect(answer.body['message']).toEqual(expect.any(String));
    const url = `/lookup/find?${new URLSearchParams(parameters).toString()}`;
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(status);
  });

  test('is refused to a page of another website', async () => {
    const { statusCode } = await server.app.inject({
      url: '/lookup/find?category=hs_ceeb&query=east',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(statusCode).toBe(403);
  });

  test('allows sixty students of one network, and limits floods', async () => {
    for (let asked = 0; asked < 1200; asked += 1) await find({ category: 'address', query: 'east' });
    expect(await find({ category: 'address', query: 'east' })).toMatchObject({ status: 429 });
    const other = new StudentClient(server.app, '192.0.2.7');
    expect(await other.call('GET', '/lookup/find?category=address&query=east')).toMatchObject({
      status: 200,
    });
    server.pass(1000);
    expect(await find({ category: 'address', query: 'east' })).toMatchObject({ status: 200 });
  });

  test('limits an IPv6 customer with many networks, as by its /56', async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= 2400; at += 1) {
      const client = new StudentClient(
        server.app,
        `2001:db8:7:7${(at % 256).toString(16).padStart(2, '0')}::1`,
      );
      statuses.push((await client.call('GET', '/lookup/find?category=address&query=east')).status);
    }
    expect(statuses.indexOf(429)).toBeGreaterThan(2390);
  });

  test('an import replaces the starter directory without a restart', async () => {
    await find({ category: 'hs_ceeb', query: 'mullen' });
    await publish([EAST_HIGH]);
    const { body } = await find({ category: 'hs_ceeb', query: 'high school', max_results: '10' });
    expect(body).toEqual([{ id: EAST_HIGH.id, text: EAST_HIGH.name, sub_text: 'Denver, CO' }]);
  });

  test('returns the record of an item, with its code if known', async () => {
    await publish([EAST_HIGH]);
    const { id, aliases: _aliases, weight: _weight, ...record } = EAST_HIGH;
    expect(await find({ category: 'hs_ceeb', id })).toMatchObject({
      status: 200,
      body: { ...record, ceeb: null },
    });
    await createDirectoryStore(server.storage.db).replaceCodes('hs_ceeb', new Map([[id, '060400']]));
    expect(await find({ category: 'hs_ceeb', id })).toMatchObject({ body: { ...record, ceeb: '060400' } });
  });

  test('returns 404 for an id of another category or none', async () => {
    await publish([EAST_HIGH]);
    expect(await find({ category: 'college_ceeb', id: EAST_HIGH.id })).toMatchObject({ status: 404 });
    expect(await find({ category: 'hs_ceeb', id: 'nces:1' })).toMatchObject({ status: 404 });
    expect(await find({ category: 'address', id: 'nces:1' })).toMatchObject({ status: 404 });
  });

  test('a later import replaces the earlier one of its directory only', async () => {
    await publish([EAST_HIGH, { ...EAST_HIGH, id: 'nces:2', name: 'Closed High School' }]);
    await publish([{ ...EAST_HIGH, id: 'nces:3', name: 'Private Academy' }], 'nces-private');
    await publish([{ ...EAST_HIGH, zip: '80207' }]);
    const { body } = await find({ category: 'hs_ceeb', query: 'denver', max_results: '10' });
    expect(body).toMatchObject([{ text: 'Private Academy' }, { text: 'East High School' }]);
    expect(await find({ category: 'hs_ceeb', id: 'nces:2' })).toMatchObject({ status: 404 });
    expect(await find({ category: 'hs_ceeb', id: EAST_HIGH.id })).toMatchObject({ body: { zip: '80207' } });
  });

  test('an unfinished import is invisible', async () => {
    await publish([EAST_HIGH]);
    const store = createDirectoryStore(server.storage.db);
    const key = await store.beginImport('hs_ceeb', 'nces-public');
    await store.addEntries(key, [{ ...EAST_HIGH, id: 'nces:9', name: 'Half Imported High School' }]);
    expect(await find({ category: 'hs_ceeb', id: 'nces:9' })).toMatchObject({ status: 404 });
    expect(await find({ category: 'hs_ceeb', query: 'half imported' })).toMatchObject({
      body: { length: 0 },
    });
  });
});
