import { beforeEach, describe, expect, test } from 'vitest';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { remindStudents } from '#server/reminders/reminders.ts';
import { seedStudent } from '#test/api/seeded-student.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { NO_MOVES } from '#compiler/changes/renamed-form.ts';
import { openTestApp, ORIGIN } from './test-app.ts';
import { testEngines } from './test-storage.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ENDS = '2026-04-01T06:00:00.000Z';

const deadlines: NonNullable<PartnerSettings['deadlines']> = {
  question: 'term',
  timeZone: 'America/Denver',
  afterDeadline: 'refuse',
  graceMinutes: 0,
  dates: [
    { term: 'SP', label: 'Spring', ends: ENDS },
    { term: 'FA', label: 'Fall', ends: '2026-08-01T06:00:00.000Z' },
  ],
};

function questionnaire() {
  const questions = [
    question('term', { required: true }),
    question('name', { required: true }),
    question('motto', { required: true }),
  ];
  const definition = form([page(questions)], {
    hash: 'reminders',
    greetingName: ['name'],
    moves: {
      ...NO_MOVES,
      keys: { semester: 'term' },
      values: { semester: { spring: 'SP' } },
    },
  });
  const partner = { ...toyQuestionnaire().partner, deadlines };
  const dates = deadlines.dates.map((date) => ({ ...date, label: `${date.label} en español` }));
  const own = { ...toyQuestionnaire(), definition, partner, validators: compileValidators(definition) };
  const spanish = { ...own, partner: { ...partner, language: 'es', deadlines: { ...deadlines, dates } } };
  return { ...own, languages: new Map([['es', spanish]]) };
}

describe.each(testEngines)('reminders of a deadline, on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open(), questionnaire: questionnaire() });
  const { queue: jobs, storage, now: clock } = server;
  const parts = { db: storage.db, jobs, questionnaire: questionnaire(), clock };
  beforeEach(async () => {
    await server.storage.db.deleteFrom('student').execute();
    server.mails.splice(0);
  });

  const db = () => server.storage.db;
  /** Sets the clock before the deadline. */
  const before = (ms: number): void => server.setClock(Date.parse(ENDS) - ms - server.now().getTime());
  /** A student who started before the deadline. */
  async function started(answers: Record<string, string>, ms = 20 * DAY) {
    before(ms);
    const seeded = await seedStudent(server, answers);
    const at = server.now();
    await db()
      .insertInto('web_status')
      .values({ student_id: seeded.id, web_status: 'started', at })
      .execute();
    return seeded;
  }
  async function send(): Promise<void> {
    await remindStudents(parts);
    await server.runJobs();
  }
  async function remind(): Promise<readonly string[]> {
    await send();
    return server.mails.splice(0).map(({ subject }) => subject);
  }
  const stopLink = (): string => /stop-reminders\?(token=\S+)/.exec(server.mails[0]?.text ?? '')?.[1] ?? '';

  test('are sent 7 days and 1 day before, each once', async () => {
    await started({ term: 'SP', name: 'Ada' });
    before(7 * DAY + HOUR);
    expect(await remind()).toEqual([]);
    before(7 * DAY);
    expect(await remind()).toEqual(['Toy College: 7 days left to submit your application']);
    before(3 * DAY);
    expect(await remind()).toEqual([]);
    before(DAY);
    expect(await remind()).toEqual(['Toy College: 1 day left to submit your application']);
    before(HOUR);
    expect(await remind()).toEqual([]);
  });

  test.each([
    ['7 days', 7 * DAY - 9 * MINUTE],
    ['1 day', DAY - 9 * MINUTE],
    ['5 hours', 5 * HOUR + 40 * MINUTE],
  ])('report %s left, even if sent later', async (left, ms) => {
    await started({ term: 'SP', name: 'Ada' });
    before(ms);
    expect(await remind()).toEqual([`Toy College: ${left} left to submit your application`]);
  });

  test('are sent once by parallel servers', async () => {
    for (let count = 0; count < 12; count += 1) await started({ term: 'SP', name: 'Ada' });
    before(6 * DAY);
    const counts = await Promise.all([remindStudents(parts), remindStudents(parts), remindStudents(parts)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    await server.runJobs();
    expect(new Set(server.mails.map(({ to }) => to)).size).toBe(12);
    expect(server.mails).toHaveLength(12);
  });

  test('name the student, open questions, and links to continue and stop', async () => {
    await started({ term: 'SP', name: 'Ada' });
    before(7 * DAY);
    await send();
    const [mail] = server.mails;
    expect(mail?.text).toContain('Hello Ada!');
    expect(mail?.text).toMatch(/Apply by March 31, 11:59\sPM Denver time\./);
    expect(mail?.text).toContain('One required question is left.');
    expect(mail?.text).toContain(`${ORIGIN}/login`);
    expect(mail?.text).toContain(`${ORIGIN}/stop-reminders?${stopLink()}`);
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<${ORIGIN}/public/stop-reminders?${stopLink()}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('of the week are not sent to late starters', async () => {
    await started({ term: 'SP' }, 5 * DAY);
    expect(await remind()).toEqual([]);
    before(DAY);
    expect(await remind()).toHaveLength(1);
    await started({ term: 'SP' }, HOUR);
    expect(await remind()).toEqual([]);
  });

  test('go to students without a term or with a former key', async () => {
    await started({ name: 'Ada' });
    await started({ semester: 'spring' });
    await started({ term: 'FA' });
    before(6 * DAY);
    await send();
    expect(server.mails.map(({ text }) => /Apply.*by March 31/.test(text))).toEqual([true, true]);
  });

  test('name the term in the language of the last log-in', async () => {
    const { id } = await started({});
    await db().updateTable('student').set({ language: 'es' }).where('id', '=', id).execute();
    before(6 * DAY);
    await send();
    expect(server.mails[0]?.text).toContain('Spring en español');
  });

  test.each([
    ['submitted', { submitted_at: new Date(ENDS) }],
    ['turned them off', { reminders_stopped_at: new Date(ENDS) }],
    ['changed the term', { answers: JSON.stringify({ term: 'FA' }) }],
  ])('are not sent to students who %s, even if already queued', async (_what, values) => {
    const { id } = await started({ term: 'SP' });
    before(6 * DAY);
    await remindStudents(parts);
    await db().updateTable('application').set(values).where('student_id', '=', id).execute();
    await server.runJobs();
    expect(server.mails).toEqual([]);
    before(HOUR);
    expect(await remind()).toEqual([]);
  });

  test('are stopped by one click without log-in, and can be turned on again', async () => {
    const { student } = await started({ term: 'SP' });
    before(6 * DAY);
    await send();
    const answer = await server.app.inject({
      method: 'POST',
      url: `/public/stop-reminders?${stopLink()}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(200);
    before(20 * DAY);
    expect((await student.call('GET', '/api/reminders')).body).toEqual({ on: false });
    expect((await student.call('PUT', '/api/reminders', { on: true })).status).toBe(200);
    expect((await student.call('GET', '/api/reminders')).body).toEqual({ on: true });
    server.mails.splice(0);
    before(DAY);
    expect(await remind()).toHaveLength(1);
  });

  test('are not stopped by a guessed link or a GET', async () => {
    const { id } = await started({ term: 'SP' });
    for (const token of ['', id, `${id}.`, `${id}.AAAAAAAAAAAAAAAAAAAAAA`]) {
      const url = `/public/stop-reminders?token=${token}`;
      const call = { method: 'POST', url, remoteAddress: '192.0.2.4' } as const;
      expect((await server.app.inject(call)).statusCode).toBe(404);
    }
    before(6 * DAY);
    await send();
    await server.app.inject({ method: 'GET', url: `/public/stop-reminders?${stopLink()}` });
    const row = await db().selectFrom('application').select('reminders_stopped_at').executeTakeFirst();
    expect(row).toEqual({ reminders_stopped_at: null });
  });

  test('are in the data download, and deleted with the account', async () => {
    const { id, student } = await started({ term: 'SP' });
    before(6 * DAY);
    await remindStudents(parts);
    before(20 * DAY);
    const { body } = await student.call('GET', '/api/own-data');
    expect(body).toMatchObject({
      reminders: [{ kind: 'week', deadline: ENDS }],
      application: { reminders_stopped_at: null },
    });
    await db().deleteFrom('student').where('id', '=', id).execute();
    expect(await db().selectFrom('reminder').selectAll().execute()).toEqual([]);
  });
});
