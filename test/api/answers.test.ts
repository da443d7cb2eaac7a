import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { eventsOf, idOf, logIn, logInAgain, type StudentClient } from './student-client.ts';

describe.each(testEngines)('answers on $engine', async ({ open }) => {
  let student: StudentClient;
  let count = 0;
  const server = await openTestApp({ storage: await open() });
  beforeEach(async () => {
    count += 1;
    student = await logIn(server, `student-${count}@example.org`);
  });

  const save = (body: unknown, by = student) => by.call('PUT', '/api/answer', body);
  const stored = async () => (await student.call('GET', '/api/profile')).body;

  test('are merged by key: missing keys stay, empty strings clear', async () => {
    await save({ answer: { colour: 'red', age: 7, agrees: true, tags: ['a', 'b'] } });
    const answer = await save({ answer: { colour: '', pier: 'west' }, target_route: '/second' });
    expect(answer).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await stored()).toMatchObject({
      answer: { colour: '', age: 7, agrees: true, tags: ['a', 'b'], pier: 'west' },
      version: 2,
    });
  });

  test.each([
    ['an unknown key', { nothing: 'x' }, 'nothing'],
    ['text without end', { colour: 'x'.repeat(100_000) }, 'colour'],
  ])('with %s are refused as a whole', async (_name, answer, key) => {
    const refused = await save({ answer: { pier: 'good', ...answer } });
    expect(refused).toMatchObject({ status: 422, body: { message: '1 answer needs a change.' } });
    expect(Object.keys(refused.body['errors'] ?? {})).toEqual([key]);
    expect(await stored()).toMatchObject({ answer: {}, version: 0 });
  });

  test('of two tabs to one question conflict, and the second is not saved', async () => {
    await save({ answer: { colour: 'red' }, base_version: 0 });
    const refused = await save({ answer: { colour: 'blue', pier: 'west' }, base_version: 0 }, student.copy());
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('1 answer was also changed'),
        conflicts: { colour: { mine: 'blue', theirs: 'red' } },
        version: 1,
      },
    });
    expect(await stored()).toMatchObject({ answer: { colour: 'red' }, version: 1 });
    // Nothing changed, so the page has not read what the other browser saved.
    expect((await save({ answer: { pier: '' }, base_version: 0 })).body).toMatchObject({ version: 0 });
    expect(await save({ answer: { colour: 'blue' }, base_version: 1 })).toMatchObject({ status: 200 });
  });

  test('from a future version conflict, also after a save', async () => {
    for (const version of [0, 1]) {
      const refused = await save({ answer: { colour: 'blue' }, base_version: 9 });
      expect(refused).toMatchObject({
        status: 409,
        body: { conflicts: { colour: { mine: 'blue', theirs: version === 0 ? '' : 'red' } }, version },
      });
      await save({ answer: { colour: 'red' }, base_version: 0 });
    }
    expect(await stored()).toMatchObject({ answer: { colour: 'red' }, version: 1 });
  });

  test("have the chosen option's label, whatever label was sent", async () => {
    await save({ answer: { colour: 'red', colour_desc: 'Martian' } });
    expect(await stored()).toMatchObject({ answer: { colour: 'red', colour_desc: 'Red' } });
    await save({ answer: { colour_desc: 'Martian' } });
    expect(await stored()).toMatchObject({ answer: { colour_desc: 'Red' }, version: 1 });
  });

  test('saved in parallel by two browsers each get a version', async () => {
    const username = `student-${count}@example.org`;
    const other = await logInAgain(server, username);
    const writes = Array.from({ length: 30 }, (_, index) =>
      save(
        { answer: { [index % 2 === 0 ? 'colour' : 'pier']: `value ${index}` } },
        index % 3 === 0 ? other : student,
      ),
    );
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const versions = answers.map(({ body }) => Number(body['version'])).toSorted((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(await stored()).toMatchObject({ version: 30 });
  });

  test('saved one after another keep the session alive', async () => {
    for (let saved = 0; saved < 40; saved += 1) {
      expect(await save({ answer: { age: saved } })).toMatchObject({ status: 200 });
      server.pass(50_000);
    }
  });

  const BOTH = { colour: 'green', pier: 'east' };
  type Elsewhere = { readonly here: StudentClient; readonly there: StudentClient };

  test.each<[string, (elsewhere: Elsewhere) => Promise<unknown>, number, object]>([
    ['nothing happened', async () => undefined, 200, { colour: 'green' }],
    ['the session was ended', ({ here }) => here.call('GET', '/api/logout'), 401, { colour: 'red' }],
    ['the session was idle', async () => server.pass(31 * 60_000), 401, { colour: 'red' }],
    ['all was submitted', ({ there }) => there.call('POST', '/api/submit'), 409, { colour: 'red' }],
    ['another was answered', ({ there }) => save({ answer: { pier: 'east' } }, there), 200, BOTH],
  ])('saved one after another, where %s in between', async (_name, happen, status, answer) => {
    await save({ answer: { colour: 'red' }, base_version: 0 });
    const username = `student-${count}@example.org`;
    await happen({ here: student.copy(), there: await logInAgain(server, username) });
    expect(await save({ answer: { colour: 'green' }, base_version: 1 })).toMatchObject({ status });
    expect((await (await logInAgain(server, username)).call('GET', '/api/profile')).body).toMatchObject({
      answer,
    });
  });

  test('twenty parallel submits give one receipt, one mail and one event', async () => {
    await save({ answer: { colour: 'red' } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => student.call('POST', '/api/submit')));
    expect(new Set(answers.map(({ body }) => body['receipt'])).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(server.jobs.filter(({ kind }) => kind === 'received')).toHaveLength(1);
    expect(await eventsOf(server, `student-${count}@example.org`, 'submit')).toHaveLength(1);
    await server.runJobs();
  });

  test("are submitted with the form's labels, also over stored ones", async () => {
    await save({ answer: { colour: 'red' } });
    await server.storage.db
      .updateTable('application')
      .set({ answers: JSON.stringify({ colour: 'red', colour_desc: 'Martian' }) })
      .where('student_id', '=', await idOf(server, `student-${count}@example.org`))
      .execute();
    const { body } = await student.call('POST', '/api/submit');
    const submission = await server.storage.db
      .selectFrom('submission')
      .select('answers')
      .where('receipt', '=', String(body['receipt']))
      .executeTakeFirstOrThrow();
    expect(submission.answers).toEqual({ colour: 'red', colour_desc: 'Red' });
  });
});
