import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import { removeExpired } from '#server/retention/retention.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { seedStudent } from './seeded-student.ts';

const DAY = 86_400_000;

function birthQuestionnaire() {
  const born = question('born', { latest: { years: -13, unit: 'day', message: 'You must be 13.' } });
  const document = question('plan', {
    widget: 'file',
    summaryFormat: 'document',
    constraints: { const: 'ANSWERED' },
  });
  const definition = form([page([born, question('name'), document])], { hash: 'birth' });
  const partner = { name: 'Toy College', minimum_age: { question: 'born' } };
  return { ...toyQuestionnaire(), definition, partner, validators: compileValidators(definition) };
}

describe.each(testEngines)('an application whose date of birth says under 13, on $engine', ({ open }) => {
  let server: TestApp;
  const questionnaire = birthQuestionnaire();
  beforeAll(async () => {
    server = await createTestApp({ storage: await open(), questionnaire });
  });
  afterAll(() => server.close());

  const CHILD = '2016-05-04';
  const ADULT = '2006-05-04';
  const save = async (student: Student, answer: object) =>
    (await student.call('PUT', '/api/answer', { answer })).status;
  type Student = Awaited<ReturnType<typeof seedStudent>>['student'];

  /** A student who has answered something, then typed a date of birth. */
  async function held() {
    const { id, student } = await seedStudent(server, {});
    expect(await save(student, { name: 'Ada' })).toBe(200);
    expect(await save(student, { born: CHILD })).toBe(200);
    return { id, student };
  }

  const profile = async (student: Student) => (await student.call('GET', '/api/profile')).body;

  test('collects nothing more, on whichever way', async () => {
    const { student } = await held();
    expect(await student.call('PUT', '/api/answer', { answer: { name: 'Ida' } })).toMatchObject({
      status: 403,
      body: { hold: 'age', message: expect.stringContaining('too young to apply') },
    });
    expect(await save(student, { born: ADULT, name: 'Ida' })).toBe(403);
    for (const [method, path, body] of [
      ['POST', '/api/presigned-url', { answer_key: 'plan' }],
      ['PUT', '/api/last-page', { last_page: '/first' }],
      ['POST', '/api/validations', { validations: {} }],
      ['POST', '/api/submit', undefined],
    ] as const)
      expect([path, (await student.call(method, path, body)).status]).toEqual([path, 403]);
    expect(await profile(student)).toMatchObject({ answer: { name: 'Ada', born: CHILD } });
  });

  test('does not go on because the date alone was changed', async () => {
    const { student } = await held();
    expect(await save(student, { born: ADULT })).toBe(200);
    expect(await save(student, { name: 'Ida' })).toBe(403);
    expect((await student.call('POST', '/api/submit')).status).toBe(403);
  });

  test('goes on once the date was corrected and typed once more', async () => {
    const { student } = await held();
    expect(await profile(student)).toMatchObject({ held: { question: 'born', may_confirm: true } });
    const confirm = (date: string) => student.call('POST', '/api/confirm-age', { date });
    expect(await confirm(ADULT)).toMatchObject({
      status: 422,
      body: { errors: { date: [expect.stringContaining('correct it there first')] } },
    });
    await save(student, { born: ADULT });
    expect((await confirm('2005-05-04')).status).toBe(422);
    expect((await confirm(ADULT)).status).toBe(200);
    expect(await save(student, { name: 'Ida' })).toBe(200);
    expect(await profile(student)).not.toHaveProperty('held');
    expect((await confirm('1999-01-01')).status).toBe(200);
  });

  test('is believed when it says so a second time', async () => {
    const { student } = await held();
    await save(student, { born: ADULT });
    await student.call('POST', '/api/confirm-age', { date: ADULT });
    await save(student, { born: CHILD });
    await save(student, { born: ADULT });
    expect((await student.call('POST', '/api/confirm-age', { date: ADULT })).status).toBe(422);
    expect(await profile(student)).toMatchObject({ held: { may_confirm: false } });
  });

  test('is said to its owner once, and recorded', async () => {
    const { id, student } = await held();
    await save(student, { born: '2017-01-01' });
    await save(student, { born: ADULT });
    await student.call('POST', '/api/confirm-age', { date: ADULT });
    await server.runJobs();
    const mails = server.mails.filter(({ to }) => to === `${id}@example.org`);
    expect(mails.map(({ subject }) => subject)).toEqual(['Toy College: Please check your date of birth']);
    const events = await createAuditTrail(server.storage.db, server.now).of(`${id}@example.org`, 10);
    expect(events.map(({ kind, result }) => `${kind} ${result}`)).toEqual([
      'age-hold ok',
      'age-confirmed ok',
    ]);
  });

  test('is deleted after two weeks, and not if it was cleared up', async () => {
    const { id } = await held();
    const cleared = await held();
    await save(cleared.student, { born: ADULT });
    await cleared.student.call('POST', '/api/confirm-age', { date: ADULT });
    const parts = {
      db: server.storage.db,
      files: server.files,
      dataDir: server.folder,
      audit: createAuditTrail(server.storage.db, server.now),
      questionnaire,
      clock: server.now,
    };
    server.pass(13 * DAY);
    await removeExpired(parts);
    expect(await exists(server, id)).toBe(true);
    server.pass(2 * DAY);
    await removeExpired(parts);
    expect(await exists(server, id)).toBe(false);
    expect(await exists(server, cleared.id)).toBe(true);
  });

  test('that was saved before anything looked at it is held back when it is opened', async () => {
    const { student } = await seedStudent(server, { born: CHILD });
    expect(await profile(student)).toMatchObject({ held: { may_confirm: true } });
    expect(await save(student, { name: 'Ida' })).toBe(403);
  });

  test('is not one that was submitted by somebody old enough, nor half a date', async () => {
    const { student } = await seedStudent(server, {});
    expect(await save(student, { born: ADULT })).toBe(200);
    expect(await save(student, { born: '' })).toBe(200);
    expect(await save(student, { name: 'Ida' })).toBe(200);
  });
});

async function exists({ storage }: TestApp, id: string): Promise<boolean> {
  const rows = await storage.db.selectFrom('student').select('id').where('id', '=', id).execute();
  return rows.length > 0;
}
