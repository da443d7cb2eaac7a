import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPENING_PATH, OPENING_PATHS } from '#form/definition/reserved-paths.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { logIn } from './student-client.ts';

describe.each(testEngines)('what a page opens with, on $engine', ({ open }) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ storage: await open() });
  });
  afterAll(() => server.close());

  test('is in one answer what its calls answer one by one', async () => {
    const student = await logIn(server, 'opening@example.org');
    await student.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    await student.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });

    const oneByOne = new Map<string, unknown>();
    for (const path of OPENING_PATHS) oneByOne.set(path, (await student.call('GET', path)).body);
    expect(oneByOne.get('/api/add-another')).toEqual({ boat: 2 });
    const { status, body } = await student.call('GET', OPENING_PATH);
    expect([status, body]).toEqual([200, Object.fromEntries(oneByOne)]);
  });
});
