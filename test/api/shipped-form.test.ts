import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { runOperation } from '#server/operator/operations.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import type { FormAnswers } from '#generated/answers.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { createTestApp, ORIGIN, type TestApp } from '#test/server/test-app.ts';
import { seedStudent } from './seeded-student.ts';
import type { StudentClient } from './student-client.ts';

const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

/** An exported application: each answer with its label, in the form's own types. */
type Exported = {
  readonly answers: {
    readonly [Key in keyof FormAnswers]?: { readonly value: FormAnswers[Key]; readonly chosen?: string };
  };
};

/** The types name the questions that the shipped form needs by name, so renaming one fails to compile. */
describe('the shipped form', async () => {
  const questionnaire = await loadQuestionnaire(compiled);
  let server: TestApp;
  let student: StudentClient;
  let out: string;
  beforeAll(async () => {
    server = await createTestApp({ questionnaire });
    ({ student } = await seedStudent(server, {}));
    out = mkdtempSync(path.join(tmpdir(), 'export-'));
  });
  afterAll(async () => {
    rmSync(out, { recursive: true });
    await server.close();
  });

  test('takes the application of a first-year, and exports it by key', async () => {
    const [applicant] = readApplications(questionnaire.definition, server.now()).filter(
      ({ name }) => name === 'first-year',
    );
    if (!applicant) throw new Error('There is no persona "first-year".');
    const { answers, counts } = applicant;
    for (const [button_id, num_components] of Object.entries(counts))
      await student.call('PUT', '/api/add-another', { button_id, num_components });
    expect(await student.call('PUT', '/api/answer', { answer: answers })).toMatchObject({ status: 200 });
    const own: Partial<FormAnswers> = {
      first_name: 'Maya',
      last_name: 'Lindqvist-Okafor',
      country: 'USA',
      country_desc: 'United States',
      citizenship_type: 'C',
      legal_agree: true,
    };
    const { body: profile } = await student.call('GET', '/api/profile');
    expect(profile['answer']).toMatchObject(own);
    for (const web_status of ['started', 'validating'])
      await student.call('POST', '/api/web-status', { web_status });
    const { body: submitted } = await student.call('POST', '/api/submit');

    const parts = {
      db: server.storage.db,
      files: server.files,
      audit: createAuditTrail(server.storage.db, server.now),
      questionnaire,
      partner: 'default',
      publicOrigin: () => ORIGIN,
      dataDir: '',
      clock: server.now,
      random: systemRandomness,
    };
    const since = '2026-01-01';
    await runOperation(parts, { kind: 'export-applications', since, out, format: 'json', operator: 'Grace' });
    const file = path.join(out, 'applications', `${String(submitted['receipt'])}.json`);
    const exported: Exported = JSON.parse(readFileSync(file, 'utf8'));
    const written: Exported['answers'] = {
      first_name: { value: 'Maya' },
      country: { value: 'USA', chosen: 'United States' },
      citizenship_type: { value: 'C' },
    };
    expect(exported.answers).toMatchObject(written);
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
