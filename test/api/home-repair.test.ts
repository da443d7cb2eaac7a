import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generatedFiles } from '#compiler/emit/generated-files.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { loadQuestionnaire, type Questionnaire } from '#server/settings/questionnaire.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';
import { attachConverted } from './document-client.ts';
import { seedStudent } from './seeded-student.ts';
import type { StudentClient } from './student-client.ts';

const { partners, faults } = await proveSchemas(path.resolve(import.meta.dirname, '../forms/home-repair'));

describe('a form of another domain', () => {
  const folder = suiteFolder();
  let questionnaire: Questionnaire;
  let server: TestApp;
  let student: StudentClient;
  beforeAll(async () => {
    for (const [name, text] of (await generatedFiles(partners)).partners) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    questionnaire = await loadQuestionnaire(path.join(folder, 'default'));
    server = await createTestApp({ questionnaire });
    ({ student } = await seedStudent(server, {}));
  });
  afterAll(() => server.close());

  const save = (answer: object) => student.call('PUT', '/api/answer', { answer });

  test('is free of faults, proved, and translated', () => {
    expect(faults).toEqual([]);
    const spanish = questionnaire.languages?.get('es');
    expect(spanish?.definition.pages.at(-1)?.title).toBe('Documentos y firma');
  });

  test('stores no date of birth of an applicant of 17 years', async () => {
    expect(await save({ birth_date: '2009-01-01' })).toMatchObject({ status: 422 });
  });

  test('is submitted at its longest with documents, two estimates and choices that do not exclude each other', async () => {
    const form = questionnaire.definition;
    const wanted = fullestState(form, server.now());
    for (const [button_id, num_components] of Object.entries(wanted.counts))
      await student.call('PUT', '/api/add-another', { button_id, num_components });
    expect(await save(wanted.answers)).toMatchObject({ status: 200 });
    const documents = visibleQuestions(form, wanted).filter(isDocumentQuestion);
    for (const { key } of documents) await attachConverted(server, student, key);
    for (const web_status of ['started', 'validating'])
      await student.call('POST', '/api/web-status', { web_status });
    const shown = ['co_last_name', 'bid_5_amount', 'grant_amount', 'former_city', 'repairs'];
    expect(Object.keys(wanted.answers)).toEqual(expect.arrayContaining(shown));

    const { race = [], bid_2_date = '' } = wanted.answers;
    await save({ race: ['A', 'X'], bid_2_date: '' });
    const refused = await student.call('POST', '/api/submit');
    expect(Object.keys(Object(refused.body['errors']))).toEqual(['bid_2_date', 'race']);
    await save({ race, bid_2_date });
    expect((await student.call('POST', '/api/submit')).body).toMatchObject({ receipt: expect.any(String) });
  });
});
