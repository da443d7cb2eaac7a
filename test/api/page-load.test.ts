import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { openTestApp } from '#test/server/test-app.ts';
import { createPageLoads } from '#server/limits/page-loads.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { seedStudent } from './seeded-student.ts';
import { statementsDuring } from './statement-count.ts';
import { logIn } from './student-client.ts';

test('page loads begin in different turns of the event loop', async () => {
  let [turn, isCounting] = [0, true];
  const count = (): void => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const { pageTurn, read } = createPageLoads(false);
  const begun = await Promise.all(
    [1, 2, 3].flatMap(() => [pageTurn().then(() => turn), read(async () => turn)]),
  );
  isCounting = false;
  expect(new Set(begun).size).toBe(begun.length);
});

describe.each(testEngines)('the page load call, on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });

  test('combines the responses of its calls', async () => {
    const student = await logIn(server, 'opening@example.org');
    await student.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    await student.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });

    const oneByOne: Record<string, unknown> = {};
    for (const path of ['/api/profile', '/api/tabs', '/api/add-another', '/api/document-answer'])
      oneByOne[path] = (await student.call('GET', path)).body;
    expect(oneByOne['/api/add-another']).toEqual({ boat: 2 });
    expect(await student.call('GET', OPENING_PATH)).toMatchObject({ status: 200, body: oneByOne });
  });

  test('takes one statement, with the session', async () => {
    const { db } = server.storage;
    const { student, id } = await seedStudent(server, { colour: 'red' });
    const openPage = async () => expect((await student.call('GET', OPENING_PATH)).status).toBe(200);
    await openPage();
    const noted = db.selectFrom('application').select('last_form').where('student_id', '=', id);
    await vi.waitFor(async () => expect(await noted.executeTakeFirst()).not.toEqual({ last_form: null }));

    expect(await statementsDuring(server, openPage)).toMatchObject({ times: 1 });
  });

  test('succeeds if a session cannot be marked as used, which is logged', async () => {
    const { db } = server.storage;
    const { student } = await seedStudent(server, {});
    server.pass(61_000);
    await sql`alter table session add constraint unused check (seen_at < created_at) not valid`.execute(db);
    expect((await student.call('GET', OPENING_PATH)).status).toBe(200);
    await vi.waitFor(() => expect(server.logged.join('')).toContain('"task":"session"'));
    await sql`alter table session drop constraint unused`.execute(db);
  });
});
