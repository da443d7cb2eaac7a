import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { coveringApplicants } from '#test/support/covering-applicants.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import { documentKeysOf, withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { summarize } from '#form/summary/summary.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { loadQuestionnaire, type Questionnaire } from '#server/settings/questionnaire.ts';
import { newFileKey } from '#server/files/file-store.ts';
import { seedStudent } from '#test/api/seeded-student.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';

const folder = path.resolve(import.meta.dirname, '../../src/generated/partners');
const { partners } = compileSchemas();

describe.each([...partners])('the applicants that cover the form of %s', (name, partner) => {
  let server: TestApp;
  let questionnaire: Questionnaire;
  let applicants: readonly FormState[];
  beforeAll(async () => {
    questionnaire = await loadQuestionnaire(path.join(folder, name));
    server = await createTestApp({ questionnaire });
    applicants = coveringApplicants(partner, server.now());
  });
  afterAll(() => server.close());

  test('are accepted by the model, which clears nothing of them', () => {
    const { definition, validators } = questionnaire;
    for (const state of applicants) {
      expect(validateAnswers({ definition, state, validators, now: server.now() })).toEqual({});
      expect(clearHidden(definition, state).cleared).toEqual([]);
    }
  });

  test('are accepted by the server, which holds what they answered', async () => {
    for (const applicant of applicants) {
      const answers = withoutDocumentAnswers(partner.definition, applicant.answers);
      const { id, student } = await seedStudent(server, {});
      await attachAll(server, { partner, id, answers: applicant.answers });
      for (const [tab_id, chosen_tab] of Object.entries(applicant.tabs)) {
        await student.call('PUT', '/api/tabs', { tab_id, chosen_tab });
      }
      expect(await student.call('PUT', '/api/answer', { answer: answers })).toMatchObject({ status: 200 });
      expect(await student.call('POST', '/api/submit')).toMatchObject({
        status: 200,
        body: { receipt: expect.any(String) },
      });
      const profile = await student.call('GET', '/api/profile');
      const stored = withCompanions(partner.definition, answers, { answers, now: server.now() });
      expect(profile.body['answer']).toEqual(stored);
    }
  });

  test('have all that they answered in print', () => {
    const { definition } = partner;
    for (const state of applicants) {
      const lines = summarize(definition, state, server.now());
      const printed = new Set(lines.flatMap(({ key }) => [key, ...partsOf(partner, key)]));
      expect(Object.keys(state.answers).filter((key) => !printed.has(key))).toEqual([]);
      expect(lines.filter(({ value }) => value === '')).toEqual([]);
    }
  });
});

function partsOf({ definition }: CompiledPartner, key: string): readonly string[] {
  return definition.pages.flatMap(({ questions }) => questions[key]?.parts ?? []);
}

type Attached = { readonly partner: CompiledPartner; readonly id: string; readonly answers: Answers };

/** Attaches the documents that count as answered, as they are after their conversion. */
async function attachAll(server: TestApp, { partner, id, answers }: Attached): Promise<void> {
  const now = server.now();
  for (const answer_key of documentKeysOf(partner.definition)) {
    if (!(answer_key in answers)) continue;
    const [file_key, pdf_key] = [newFileKey(id, randomBytes), newFileKey(id, randomBytes)];
    const file = { file_key, pdf_key, file_name: 'a.pdf', file_size: 1000, pages: 1, thumbnail: null };
    await server.storage.db
      .insertInto('document')
      .values({ student_id: id, answer_key, status: 'COMPLETED', ...file, created_at: now, updated_at: now })
      .execute();
  }
}
