import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { logIn } from './student-client.ts';

const month = (name: string, part: Partial<Question> = {}): readonly Question[] => [
  question(`${name}_month`, { parts: [`${name}_year`], ...part }),
  question(`${name}_year`, { partOf: `${name}_month` }),
];

/** Attended from and to, on two pages. */
const definition: FormDefinition = form([
  page(month('from')),
  page(
    month('to', {
      relations: [
        {
          operator: 'gte',
          keys: ['to_year', 'to_month'],
          targetKey: 'from_month',
          targetKeys: ['from_year', 'from_month'],
          message: 'To must not be before From',
        },
      ],
      notices: [{ text: 'A notice is no error.' }],
    }),
    { id: 'second' },
  ),
]);

describe.each(testEngines)('answers that contradict each other, on $engine', ({ open }) => {
  let server: TestApp;
  beforeAll(async () => {
    const questionnaire = { ...toyQuestionnaire(), definition, validators: compileValidators(definition) };
    server = await createTestApp({ storage: await open(), questionnaire });
  });
  afterAll(() => server.close());

  test('are saved, refused by submit with the sentence under the key, and submitted once they agree', async () => {
    const student = await logIn(server, 'ada@example.org');
    const answer = { from_month: '3', from_year: '2020', to_month: '2', to_year: '2020' };
    expect(await student.call('PUT', '/api/answer', { answer })).toMatchObject({ status: 200 });
    expect(await student.call('POST', '/api/submit')).toMatchObject({
      status: 422,
      body: { errors: { to_month: ['To must not be before From'] } },
    });
    await student.call('PUT', '/api/answer', { answer: { to_month: '3' } });
    expect(await student.call('POST', '/api/submit')).toMatchObject({ status: 200 });
  });
});
