import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { lockApplication, updateLockedAnswers } from '#server/student-tables/application-store.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { cheapHasher } from '#test/server/cheap-hasher.ts';
import { openTestApp, ORIGIN, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { seedDocument, seedStudent } from './seeded-student.ts';
import { eventsOf, lastMail } from './student-client.ts';

const MINUTE = 60_000;
/** A test's clock begins half an hour before. */
const ENDS = '2026-03-01T12:30:00.000Z';

const DEADLINES: NonNullable<PartnerSettings['deadlines']> = {
  question: 'term',
  timeZone: 'America/Denver',
  afterDeadline: 'refuse',
  sentence: 'Spring is full. You can still apply for fall.',
  graceMinutes: 10,
  dates: [
    { term: 'SP', label: 'Spring', ends: ENDS },
    { term: 'FA', label: 'Fall', ends: '2026-08-01T06:00:00.000Z' },
  ],
};

function questionnaireWith(deadlines: NonNullable<PartnerSettings['deadlines']>) {
  const document = question('plan', {
    widget: 'file',
    summaryFormat: 'document',
    constraints: { const: 'ANSWERED' },
  });
  const definition = form([page([question('term'), question('name', { required: true }), document])], {
    hash: `deadlines-${deadlines.afterDeadline}`,
  });
  const partner = { ...toyQuestionnaire().partner, deadlines };
  return { ...toyQuestionnaire(), definition, partner, validators: compileValidators(definition) };
}

type Student = Awaited<ReturnType<typeof seedStudent>>['student'];
const submit = (student: Student) => student.call('POST', '/api/submit');
/** Ends the comparisons of passwords that are under way. */
const comparing: ((isRight: boolean) => void)[] = [];
const slowHasher = {
  ...cheapHasher,
  verify: () => new Promise<boolean>((resolve) => comparing.push(resolve)),
};
const WHOLE = { term: 'SP', name: 'Ada' };

const submissionOf = ({ storage: { db } }: TestApp, id: string) =>
  db.selectFrom('submission').select(['deadline', 'is_late']).where('student_id', '=', id).executeTakeFirst();

describe.each(testEngines)('a deadline that refuses late applications, on $engine', async ({ open }) => {
  const server = await openTestApp({
    storage: await open(),
    questionnaire: questionnaireWith(DEADLINES),
    callsAtOnce: 1,
    hasher: slowHasher,
  });

  /** Sets the clock to minutes after the deadline. */
  const minutesAfter = (minutes: number): void =>
    server.setClock(Date.parse(ENDS) + minutes * MINUTE - server.now().getTime());
  /** A student with these answers, logged in at the start. */
  async function seeded(answers: Record<string, string>) {
    minutesAfter(-30);
    return seedStudent(server, answers);
  }
  test('accepts submissions before it or in its grace, and names it in the email', async () => {
    for (const minutes of [-1, 9]) {
      const { id, student } = await seeded(WHOLE);
      minutesAfter(minutes);
      expect(await submit(student)).toMatchObject({ status: 200, body: { deadline: ENDS, late: false } });
      expect(await submissionOf(server, id)).toEqual({ deadline: new Date(ENDS), is_late: false });
      await server.runJobs();
      const sentence = 'Submitted on time. The deadline was March 1, 5:29 AM Denver time.';
      expect(lastMail(server, `${id}@example.org`)?.text).toContain(sentence);
    }
  });

  test("refuses later submissions with the partner's sentence, and keeps all answers", async () => {
    const { id, student } = await seeded(WHOLE);
    minutesAfter(10);
    expect(await submit(student)).toMatchObject({
      status: 403,
      body: { message: 'Spring is full. You can still apply for fall.', deadline: 'past' },
    });
    expect(await submissionOf(server, id)).toBeUndefined();
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ answer: WHOLE, receipt: null });
    expect(await eventsOf(server, `${id}@example.org`)).toMatchObject([
      { kind: 'submit', result: 'refused' },
    ]);
  });

  test('does not apply to another term, to which the student can change', async () => {
    const { id, student } = await seeded(WHOLE);
    minutesAfter(20);
    expect((await submit(student)).status).toBe(403);
    expect((await student.call('PUT', '/api/answer', { answer: { term: 'FA' } })).status).toBe(200);
    expect((await submit(student)).status).toBe(200);
    expect(await submissionOf(server, id)).toMatchObject({ is_late: false });
  });

  test('returns the receipt again after it', async () => {
    const { student } = await seeded(WHOLE);
    const first = await submit(student);
    minutesAfter(30);
    expect(await submit(student)).toMatchObject({ status: 200, body: { receipt: first.body['receipt'] } });
  });

  test('accepts the retry of a timely failed submit', async () => {
    const failed = await seeded(WHOLE);
    minutesAfter(-5);
    // The submission cannot be written, as in a database outage.
    const { db } = server.storage;
    await db.schema.alterTable('submission').renameTo('submission_away').execute();
    expect((await submit(failed.student)).status).toBe(500);
    await db.schema.alterTable('submission_away').renameTo('submission').execute();
    minutesAfter(25);
    expect((await submit(failed.student)).status).toBe(200);
    expect(await submissionOf(server, failed.id)).toMatchObject({ is_late: false });
  });

  test.each([
    ['accepts', 'PUT', '/api/answer', { answer: {} }, 200],
    ['refuses changed answers after', 'PUT', '/api/answer', { answer: { name: 'Eve' } }, 403],
    ['refuses another document after', 'DELETE', '/api/document-answer/plan', undefined, 403],
  ] as const)(
    '%s an attempt while a document was being prepared',
    async (...[, method, path, body, status]) => {
      const { id, student } = await seeded(WHOLE);
      await seedDocument(server, { student_id: id, answer_key: 'plan', status: 'IN_PROGRESS' });
      minutesAfter(5);
      expect((await submit(student)).status).toBe(422);
      const prepared = server.storage.db.updateTable('document').set({ status: 'COMPLETED' });
      await prepared.where('student_id', '=', id).execute();
      minutesAfter(30);
      expect((await student.call(method, path, body)).status).toBe(200);
      expect((await submit(student)).status).toBe(status);
    },
  );

  test('gives no extra time after an incomplete submit', async () => {
    const { student } = await seeded({ term: 'SP' });
    minutesAfter(-1);
    expect((await submit(student)).status).toBe(422);
    await student.call('PUT', '/api/answer', { answer: { name: 'Ada' } });
    minutesAfter(11);
    expect((await submit(student)).status).toBe(403);
  });

  test('is evaluated when the call arrives, not after its wait', async () => {
    const { student, id } = await seeded(WHOLE);
    minutesAfter(9.9);
    const { db } = server.storage;
    const submitted = await db.transaction().execute(async (transaction) => {
      await lockApplication(transaction, id);
      const waiting = submit(student);
      await setImmediate();
      minutesAfter(10.2);
      return { waiting };
    });
    expect((await submitted.waiting).status).toBe(200);
  });

  test('is evaluated later for a call that other calls hold up for minutes, while another server saves', async () => {
    const { id, student } = await seeded(WHOLE);
    minutesAfter(9);
    const slow = student.call('POST', '/api/email', { email: 'eve@example.org', password: 'x' });
    await expect.poll(() => comparing.length).toBe(1);
    const held = submit(student);
    await setImmediate();
    minutesAfter(11);
    const changed = { answers: { ...WHOLE, name: 'Eve' }, versions: {}, version: 1 };
    await server.storage.db
      .transaction()
      .execute((transaction) => updateLockedAnswers(transaction, id, changed));
    comparing.pop()?.(false);
    expect((await slow).status).toBe(422);
    expect((await held).status).toBe(403);
  });

  test('is evaluated at the end of a call that is held open while answers change', async () => {
    const { student } = await seeded(WHOLE);
    minutesAfter(9);
    const payload = new PassThrough();
    const headers = { 'content-type': 'application/json', 'content-length': '2', origin: ORIGIN };
    const cookies = Object.fromEntries(student.cookies);
    const held = server.app.inject({ method: 'POST', url: '/api/submit', payload, headers, cookies });
    await setImmediate();
    minutesAfter(11);
    expect((await student.call('PUT', '/api/answer', { answer: { name: 'Eve' } })).status).toBe(200);
    payload.end('{}');
    expect((await held).statusCode).toBe(403);
  });
});

describe.each(testEngines)('a deadline after which applications are late, on $engine', async ({ open }) => {
  const questionnaire = questionnaireWith({ ...DEADLINES, afterDeadline: 'accept' });
  const server = await openTestApp({ storage: await open(), questionnaire });

  test('accepts them, and marks them as late', async () => {
    const { id, student } = await seedStudent(server, WHOLE);
    server.setClock(Date.parse(ENDS) + 10 * MINUTE - server.now().getTime());
    expect((await submit(student)).status).toBe(200);
    expect(await submissionOf(server, id)).toEqual({ deadline: new Date(ENDS), is_late: true });
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ deadline: ENDS, late: true });
    const own = await student.call('GET', '/api/own-data');
    expect(own.body).toMatchObject({ submission: { deadline: ENDS, is_late: true } });
    await server.runJobs();
    const text = lastMail(server, `${id}@example.org`)?.text;
    expect(text).toContain('5:29 AM Denver time. We marked your application as late.');
  });
});
