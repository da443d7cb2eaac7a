import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runOperation } from '#server/operator/operations.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { answerByKey } from '#form/definition/answer.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import type { FormAnswers } from '#generated/answers.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { openTestApp, operatorServices } from '#test/server/test-app.ts';
import { seedStudent } from './seeded-student.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

/** An exported application: each answer with its label, in the form's own types. */
type Exported = {
  readonly answers: {
    readonly [Key in keyof FormAnswers]?: { readonly value: FormAnswers[Key]; readonly chosen?: string };
  };
};

describe('the shipped form', async () => {
  const questionnaire = await loadQuestionnaire(compiled);
  const out = suiteFolder();
  const server = await openTestApp({ questionnaire });

  test("accepts a persona's application, and exports it by key", async () => {
    const [applicant] = readApplications(questionnaire.definition, server.now());
    const { student } = await seedStudent(server, {});
    if (!applicant) throw new Error('There is no persona.');
    const { answers, counts } = applicant;
    for (const [button_id, num_components] of Object.entries(counts))
      await student.call('PUT', '/api/add-another', { button_id, num_components });
    expect(await student.call('PUT', '/api/answer', { answer: answers })).toMatchObject({ status: 200 });
    const { body: profile } = await student.call('GET', '/api/profile');
    expect(profile['answer']).toMatchObject(answers);
    for (const web_status of ['started', 'validating'])
      await student.call('POST', '/api/web-status', { web_status });
    const { body: submitted } = await student.call('POST', '/api/submit');

    const parts = { ...operatorServices(server), questionnaire, partner: 'default' };
    const order = { kind: 'export-applications', since: '2026-01-01', out, cycle: 'all' } as const;
    await runOperation(parts, { ...order, format: 'json', operator: 'Grace' });
    const file = path.join(out, 'applications', `${String(submitted['receipt'])}.json`);
    const exported: Exported = JSON.parse(readFileSync(file, 'utf8'));
    const chosen = visibleQuestions(questionnaire.definition, applicant).flatMap((question) => {
      const value = answerByKey(answers, question.key);
      const options = optionsOf(questionnaire.definition, question, { answers, now: server.now() });
      const option = options.find((each) => each.value === value);
      return option ? [[question.key, { value, chosen: option.label }] as const] : [];
    });
    expect(chosen.length).toBeGreaterThan(0);
    expect(exported.answers).toMatchObject(Object.fromEntries(chosen));
  });

  test('has keys and options that fail to compile once they are renamed', () => {
    const renamed = [
      // @ts-expect-error -- no question has this key
      { first_nam: 'Maya' } satisfies Partial<FormAnswers>,
      // @ts-expect-error -- no option has this value
      { citizenship_type: 'American' } satisfies Partial<FormAnswers>,
      // @ts-expect-error -- nothing is exported under this key
      { first_nam: { value: 'Maya' } } satisfies Exported['answers'],
    ];
    expect(renamed).toHaveLength(3);
  });
});
