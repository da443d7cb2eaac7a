import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { ANSWERS, cycleForm, FIRST, SECOND } from './cycle-form.ts';
import { attachConverted } from './document-client.ts';
import { openSession, seedStudent } from './seeded-student.ts';
import type { StudentClient } from './student-client.ts';

const DAY = 86_400_000;
const submit = async (student: StudentClient) =>
  String((await student.call('POST', '/api/submit')).body['receipt']);
const profile = async (student: StudentClient) => (await student.call('GET', '/api/profile')).body;
const start = (student: StudentClient) => student.call('POST', '/api/next-application');

describe.each(testEngines)('a new cycle, on $engine', ({ open }) => {
  let server: TestApp;
  let next: TestApp;
  let ada: StudentClient;
  let id: string;
  const others: TestApp[] = [];
  /** A server on the same database and files, with another form. */
  const withForm = async (...given: Parameters<typeof cycleForm>) => {
    const { storage, files, now: clock } = server;
    const other = await createTestApp({ storage, files, questionnaire: cycleForm(...given), clock });
    others.push(other);
    return other;
  };
  beforeEach(async () => {
    server = await createTestApp({ storage: await open(), questionnaire: cycleForm(FIRST) });
    next = await withForm(SECOND);
    ({ id, student: ada } = await seedStudent(server, ANSWERS));
    await attachConverted(server, ada, 'passport');
    await attachConverted(server, ada, 'card');
  });

  afterEach(async () => {
    await Promise.all(others.splice(0).map(({ app }) => app.close()));
    await server.close();
  });

  /** The student logged in at a server, a number of days later. */
  async function comeBack(days: number, at = next): Promise<StudentClient> {
    server.pass(days * DAY);
    return (await openSession(server, id)).copy(at.app);
  }
  test('starts a new application with the answers that are still valid, to be checked', async () => {
    const receipt = await submit(ada);
    const at = server.now().toISOString();
    const student = await comeBack(2);
    expect(await profile(student)).toMatchObject({
      cycle: FIRST.name,
      next_cycle: { name: SECOND.name, opens: SECOND.opens, is_open: true },
      past_applications: [],
      carried: [],
      receipt,
    });
    const body = { message: expect.stringContaining('Your new application is ready.') };
    expect(await start(student)).toMatchObject({ status: 201, body });
    expect(await profile(student)).toMatchObject({
      cycle: SECOND.name,
      next_cycle: null,
      past_applications: [{ cycle: FIRST.name, receipt, submitted_at: at }],
      answer: { colour: 'blue', pier: 'the west one', sailor: 'Ada' },
      carried: ['colour', 'pier', 'sailor'],
      document_answer: { passport: '', card: '' },
      web_status: [],
      receipt: null,
    });
    expect((await student.call('GET', '/api/document-answer')).body).toEqual({});
    const answer = { colour: 'blue', pier: 'the east one' };
    await student.call('PUT', '/api/answer', { answer, base_version: 0 });
    expect(await profile(student)).toMatchObject({ carried: ['sailor'] });
  });

  test('refuses the outdated answers of a page that has read the past application', async () => {
    await ada.call('PUT', '/api/answer', { answer: { pier: 'the north one' } });
    await submit(ada);
    const { version } = await profile(ada);
    const student = await comeBack(2);
    await start(student);
    expect((await profile(student))['version']).toBe(Number(version) + 1);
    await student.call('PUT', '/api/answer', { answer: { pier: 'the east one' } });
    const stale = { answer: { pier: 'the south one' }, base_version: version };
    expect((await student.call('PUT', '/api/answer', stale)).status).toBe(409);
  });

  test('keeps the past application as it was submitted', async () => {
    const receipt = await submit(ada);
    const submitted = (await ada.call('GET', '/api/submission')).body;
    const student = await comeBack(2);
    await start(student);
    await student.call('PUT', '/api/answer', { answer: { sailor: 'Grace', term: 'FA28' } });
    await attachConverted(next, student, 'passport');
    await attachConverted(next, student, 'card');
    expect(await submit(student)).not.toBe(receipt);
    const cycle = `cycle=${encodeURIComponent(FIRST.name)}`;
    const past = await student.call('GET', `/api/submission?${cycle}`);
    expect(past.body).toEqual({ ...submitted, definition: expect.objectContaining({ cycle: FIRST }) });
    const { body: current } = await student.call('GET', '/api/submission');
    expect(current).toMatchObject({ answer: { sailor: 'Grace' } });
    const { body: copy } = await student.call('GET', `/api/pdf?${cycle}`);
    expect(copy).toMatchObject({ status: 'UNPROCESSED' });
    const stranger = (await seedStudent(server, {})).student.copy(next.app);
    for (const path of ['/api/pdf', '/api/pdf/copy', '/api/submission']) {
      expect(await student.call('GET', `${path}?cycle=2019`)).toMatchObject({ status: 404 });
      expect(await stranger.call('GET', `${path}?${cycle}`)).toMatchObject({ status: 404 });
    }
    expect(await profile(student)).toMatchObject({ cycle: SECOND.name, next_cycle: null });
  });

  test.each([
    ['a draft', async () => comeBack(2), "You can't start a new application now"],
    ['the same cycle', async () => comeBack(2, server), "You can't start a new application now"],
    ['a form without cycles', async () => comeBack(2, await withForm(undefined)), "You can't start"],
    ['a cycle that opens later', async () => comeBack(0), 'open March 2, 12:00 PM UTC time'],
    ['a cycle that has closed', async () => comeBack(4), 'closed March 5, 11:59 AM UTC time'],
  ])('refuses to start for %s', async (name, come, message) => {
    if (name !== 'a draft') await submit(ada);
    const student = await come();
    const body = { message: expect.stringContaining(message) };
    expect(await start(student)).toMatchObject({ status: 409, body });
    expect((await profile(student))['past_applications']).toEqual([]);
  });

  test('takes a draft along, and refuses to submit it after the end', async () => {
    const student = await comeBack(2);
    const draft = { cycle: SECOND.name, past_applications: [], answer: ANSWERS };
    expect(await profile(student)).toMatchObject(draft);
    await student.call('PUT', '/api/answer', { answer: { term: 'FA28' } });
    const late = await comeBack(2.1);
    expect(await late.call('POST', '/api/submit')).toMatchObject({
      status: 403,
      body: { deadline: 'past', message: expect.stringContaining('Applications for 2027–28 closed March 5') },
    });
    expect(await profile(late)).toMatchObject({ answer: { term: 'FA28' } });
  });

  test('counts what was submitted before cycles had names by its time', async () => {
    const plain = await withForm(undefined);
    const receipt = await submit(ada.copy(plain.app));
    expect(await profile(await comeBack(0, server))).toMatchObject({ cycle: FIRST.name, next_cycle: null });
    const student = await comeBack(2);
    expect(await profile(student)).toMatchObject({ cycle: null, next_cycle: { name: SECOND.name } });
    await start(student);
    expect(await profile(student)).toMatchObject({ past_applications: [{ cycle: null, receipt }] });
    expect((await student.call('GET', '/api/submission?cycle=')).body).toMatchObject({ receipt });
  });
});
