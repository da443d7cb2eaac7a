import { beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, openTestApp } from '#test/server/test-app.ts';
import { renamedToy } from '#test/server/renamed-toy.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { openSession, seedStudent } from './seeded-student.ts';
import type { StudentClient } from './student-client.ts';

describe.each(testEngines)('the submission, on $engine', async ({ open }) => {
  let id: string;
  let student: StudentClient;
  const server = await openTestApp({ storage: await open() });
  beforeEach(async () => {
    ({ id, student } = await seedStudent(server, { colour: 'red', shade: 'left over', pier: 'canary' }));
  });

  const read = (by = student) => by.call('GET', '/api/submission');

  test('has the submitted answers, receipt and time', async () => {
    await student.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' });
    await student.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });
    const at = server.now().toISOString();
    const { body } = await student.call('POST', '/api/submit');
    expect(body).toMatchObject({ submitted_at: at });
    server.pass(90_000);
    expect((await student.call('POST', '/api/submit')).body).toEqual(body);
    expect(await read()).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        answer: { colour: 'red', colour_desc: 'Red', shade: '', pier: 'canary' },
        tabs: { coast: 'west' },
        add_another: { boat: 2 },
        receipt: body['receipt'],
        submitted_at: at,
        definition: null,
      },
    });
  });

  test('is visible to its student only', async () => {
    await student.call('POST', '/api/submit');
    const other = await seedStudent(server, { colour: 'red' });
    expect(await read(other.student)).toMatchObject({
      status: 404,
      body: { message: "You haven't submitted your application yet." },
    });
    student.forgetCookies();
    expect((await read()).status).toBe(401);
  });

  test('includes its form if the form has changed since', async () => {
    await student.call('POST', '/api/submit');
    const later = await createTestApp({ storage: server.storage, questionnaire: renamedToy() });
    const { body } = await read(await openSession(later, id));
    await later.app.close();
    expect(body).toMatchObject({
      answer: { colour: 'red' },
      definition: { hash: toyQuestionnaire().definition.hash },
    });
  });
});
