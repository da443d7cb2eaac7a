import { describe, expect, test } from 'vitest';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { seedStudent } from './seeded-student.ts';

const TOO_YOUNG = 'You must be 13.';

function birthQuestionnaire() {
  const born = question('born', {
    earliest: { years: -100, unit: 'day', message: 'This date is not supported.' },
    latest: { years: -13, unit: 'day', message: TOO_YOUNG },
  });
  const definition = form([page([born, question('name')])], { hash: 'birth' });
  const partner = { ...toyQuestionnaire().partner, minimum_age: { question: 'born' } };
  return { ...toyQuestionnaire(), definition, partner, validators: compileValidators(definition) };
}

describe.each(testEngines)('a date of birth under the minimum age, on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open(), questionnaire: birthQuestionnaire() });

  const seeded = async (answers: object) => (await seedStudent(server, { ...answers })).student;

  test.each([
    ['under 13', '2016-05-04'],
    ['in the future', '2999-01-01'],
  ])('%s is refused at its question and not stored', async (_case, born) => {
    const student = await seeded({});
    expect(await student.call('PUT', '/api/answer', { answer: { born, name: 'Ada' } })).toMatchObject({
      status: 422,
      body: { errors: { born: [TOO_YOUNG] } },
    });
    expect((await student.call('PUT', '/api/answer', { answer: { name: 'Ada' } })).status).toBe(200);
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ answer: { name: 'Ada' } });
  });

  test.each([
    ['of age', '2006-05-04'],
    ['over 100 years ago, for staff to review', '1850-01-01'],
    ['emptied', ''],
  ])('%s is stored', async (_case, born) => {
    const student = await seeded({ born: '2005-01-01' });
    expect((await student.call('PUT', '/api/answer', { answer: { born } })).status).toBe(200);
  });

  test.each([
    ['2016-05-04', TOO_YOUNG],
    ['1850-01-01', 'This date is not supported.'],
  ])('a submission with %s is refused', async (born, message) => {
    const student = await seeded({ born });
    expect(await student.call('POST', '/api/submit')).toMatchObject({
      status: 422,
      body: { errors: { born: [message] } },
    });
  });
});
