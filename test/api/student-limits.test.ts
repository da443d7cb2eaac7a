import { describe, expect, test } from 'vitest';
import { CONVERTED, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attachConverted } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { openSession, seedStudent } from './seeded-student.ts';
import { statementsDuring } from './statement-count.ts';
import type { Answer, StudentClient } from './student-client.ts';

/** More than any limit. */
const WITHOUT_END = 1000;
const MINUTE = 60_000;
const LONG_APPLICATION = { tags: Array.from({ length: 25 }, () => 'x'.repeat(20_000)) };

const LARGE = {
  validations: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`key_${at}`, ['x'.repeat(1000)]])),
};

type Costly = [what: string, why: string, object, (student: StudentClient, count: number) => Promise<Answer>];

const profile = (student: StudentClient): Promise<Answer> => student.call('GET', '/api/profile');
const save = (student: StudentClient, answer: object): Promise<Answer> =>
  student.call('PUT', '/api/answer', { answer });

/** Calls until one is refused. @returns their number and the refusal */
async function untilRefused(call: (count: number) => Promise<Answer>) {
  for (let count = 0; count < WITHOUT_END; count += 1) {
    const answer = await call(count);
    if (answer.status === 429) return { count, answer };
  }
  throw new Error('None was refused.');
}

describe.each(testEngines)('a student who floods the server on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });

  test.each([
    ['reads', profile],
    ['saves', (student: StudentClient, count: number) => save(student, { age: count })],
  ])('%s far more than a person, then waits; nobody else does', async (_name, call) => {
    const { student, id } = await seedStudent(server, {});
    const neighbour = (await seedStudent(server, {})).student;

    const { count, answer } = await untilRefused((each) => call(student, each));

    expect(count).toBeGreaterThanOrEqual(300);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(answer.body['message']).toContain('Please try again in 1 second.');
    const elsewhere = await openSession(server, id);
    expect((await profile(elsewhere)).status).toBe(429);
    expect((await profile(neighbour)).status).toBe(200);
    server.pass(MINUTE);
    expect((await call(student, count)).status).toBe(200);
  });

  test('does not pay for calls of an ended session', async () => {
    const { student, id } = await seedStudent(server, {});
    const former = await openSession(server, id);
    const kept = former.copy();
    expect((await former.call('GET', '/api/logout')).status).toBe(200);
    for (let count = 0; count < 310; count += 1) expect((await profile(kept.copy())).status).toBe(401);
    expect((await profile(student)).status).toBe(200);
  });

  test('is refused without a statement', async () => {
    const { student } = await seedStudent(server, {});
    await untilRefused(() => profile(student));
    const { times } = await statementsDuring(server, async () => {
      expect([(await profile(student)).status, (await save(student, { age: 1 })).status]).toEqual([429, 429]);
    });
    expect(times).toBe(0);
  });

  test('is looked up rarely for parallel calls', async () => {
    const { student } = await seedStudent(server, {});
    await profile(student);
    const ofOne = await statementsDuring(server, () => profile(student));
    const many = () => Promise.all(Array.from({ length: 250 }, () => profile(student)));
    const { times, result: answers } = await statementsDuring(server, many);
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(250 - answered);
    expect(answered).toBeLessThan(100);
    // Fewer if parallel look-ups are combined.
    expect(times).toBeLessThanOrEqual(ofOne.times * answered);
  });

  test.each([
    ['read', 'the longer the application, even if it compresses', LONG_APPLICATION, profile],
    ['save', 'the longer the application', LONG_APPLICATION, (student, age) => save(student, { age })],
    ['download', 'as files are large', {}, (student) => student.call('GET', '/api/pdf/copy')],
    ['submit', 'even if it is refused', {}, (student) => student.call('POST', '/api/submit')],
    ['call', 'the larger the requests', {}, (student) => student.call('POST', '/api/validations', LARGE)],
  ] satisfies Costly[])('can %s less, %s', async (_what, _why, answers, call) => {
    const { student } = await seedStudent(server, answers);
    const { count } = await untilRefused((each) => call(student, each));
    expect(count).toBeLessThan(100);
    expect(count).toBeGreaterThan(10);
  });
});

test('students of one network have a limit together, and each a little of their own', async () => {
  const server = await openTestApp();
  let count = 0;
  const newStudent = async (at: number) =>
    openSession(server, (await seedStudent(server, {})).id, `2001:db8:7:${at}::1`);
  for (let at = 0; at < 20; at += 1) {
    const student = await newStudent(at);
    count += (await untilRefused(() => student.call('GET', '/api/pdf/copy'))).count;
  }
  expect(count).toBeGreaterThan(150);
  expect(count).toBeLessThan(280);
  const neighbor = await newStudent(20);
  const statuses = [await save(neighbor, { age: 1 }), await neighbor.call('POST', '/api/submit')];
  expect(statuses.map(({ status }) => status)).toEqual([200, 422]);
});

test('a student can download few large documents', async () => {
  const pdf = Buffer.from(`"${'x'.repeat(1_000_000)}"`);
  const convert = async () => ({ ...CONVERTED, document: pdf });
  const server = await openTestApp({ convert, questionnaire: documentQuestionnaire() });
  const { student } = await seedStudent(server, {});
  await attachConverted(server, student, 'passport');
  const download = () => student.call('GET', '/api/pdf/document-answer/passport/file');
  expect((await untilRefused(download)).count).toBeLessThan(12);
});

describe.each(testEngines.filter(({ engine }) => engine === 'PostgreSQL'))(
  'a student whose application is locked on $engine',
  async ({ open }) => {
    const server = await openTestApp({ storage: await open() });

    test('waits, and nobody else does', async () => {
      const { student, id } = await seedStudent(server, {});
      const neighbour = (await seedStudent(server, {})).student;
      await Promise.all([profile(student), profile(neighbour)]);
      let answered = 0;
      const other = await openSession(server, id);
      const calls = await server.storage.db.transaction().execute(async (transaction) => {
        await transaction
          .selectFrom('application')
          .select('version')
          .where('student_id', '=', id)
          .forUpdate()
          .execute();
        const all = Array.from({ length: 15 }, (_, at) => [
          save(student, { age: at }),
          save(other, { agrees: at % 2 === 0 }),
          student.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 }),
        ]).flat();
        for (const call of all) void call.then(() => (answered += 1));
        expect((await save(neighbour, { age: 7 })).status).toBe(200);
        expect((await profile(neighbour)).status).toBe(200);
        expect(answered).toBe(0);
        return all;
      });
      expect((await Promise.all(calls)).every(({ status }) => status < 500)).toBe(true);
    });
  },
);
