import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { documentsNeeded } from './attach-documents.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { AnswerValue } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { openStorage } from '#server/database/database.ts';
import { readApplications, type SampleApplication } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { attach, call, expectStatus, signUpAndLogIn, untilConversion } from '#test/server/server-calls.ts';
import { runCommand } from '#test/support/run-command.ts';
import { samplePdf } from '#test/support/sample-files.ts';
import { dumpTables, filesWith } from '#test/support/search-stored.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { rounds } from '#test/support/volume.ts';

const form = readForm();
/** In every text that applicants write, in file names and in documents. */
const CANARY = 'Canarius';
/** Those with the most documents first. */
const applications = readApplications(form, new Date())
  .toSorted((one, other) => documentsNeeded(form, other).length - documentsNeeded(form, one).length)
  .slice(0, rounds(1, Infinity))
  .map(withCanaries);
/** How every original, converted document and PDF copy begins. */
const PDF = '%PDF-';

test('with DATA_KEY, nothing that applicants wrote can be read where it is stored', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'encrypted-'));
  const at = (name: string): string => path.join(folder, name);
  mkdirSync(at('temporary'));
  const DATA_KEY = randomBytes(32).toString('base64');
  const env = { DATA_KEY, DATA_DIR: at('data'), TMPDIR: at('temporary'), LOG_LEVEL: 'trace' };
  const server = await startTestServer({ dataDir: env.DATA_DIR, env });
  try {
    for (const application of applications) await apply(server, application);
    expect(await runCommand('backup', ['--to', at('backup')], env)).toMatchObject({ code: 0 });
    await server.kill();
    const canaries = [...new Set([CANARY, CANARY.toLowerCase(), ...applications.flatMap(canariesIn)])];
    expect(canaries.length).toBeGreaterThan(4);

    const storage = await openStorage({ dataDir: env.DATA_DIR });
    const rows = await dumpTables(storage);
    await storage.close();
    expect(rows.filter((row) => row.includes(addressOf(applications[0]))).length).toBeGreaterThan(5);
    const inHex = canaries.map((text) => Buffer.from(text).toString('hex'));
    expect(found(rows, [...canaries, ...inHex])).toEqual([]);
    // Nor which questions are answered, but for documents. Schools and jobs have columns of the same names.
    const keys = [...questionsOf(form).values()].filter(({ widget }) => widget !== 'file');
    const ofStudents = rows.filter((row) => !/^(?:lookup|job)/.test(row));
    expect(
      found(
        ofStudents,
        keys.map(({ key }) => JSON.stringify(key)),
      ),
    ).toEqual([]);

    for (const place of ['data', 'backup']) {
      expect(filesWith(at(place), addressOf(applications[0]))).not.toEqual([]);
      const readable = filesWith(at(place), PDF, ...canaries);
      // An email without a mail server is delivered: it greets by the first name.
      expect(readable.filter((name) => !name.startsWith('mail'))).toEqual([]);
    }
    expect(filesWith(at('temporary'), PDF, ...canaries)).toEqual([]);
    expect(canaries.filter((text) => server.output().includes(text))).toEqual([]);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Tables that contain one of these texts, with it. */
function found(rows: readonly string[], texts: readonly string[]): readonly string[] {
  return rows.flatMap((row) =>
    texts.filter((text) => row.includes(text)).map((text) => `${row.slice(0, row.indexOf(' '))}: ${text}`),
  );
}

/** Replaces everything that can be any text; the rest stays what the applicant answers. */
function withCanaries(application: SampleApplication): SampleApplication {
  let written = 0;
  const answers = Object.entries(application.answers).map(([key, given]): [string, AnswerValue] => {
    const question = questionsOf(form).get(key);
    const { pattern, format, maxLength = 100 } = question?.constraints ?? {};
    const isText = question?.type === 'string' && ['text', 'textarea'].includes(question.widget);
    const isChosen = question?.options !== undefined || question?.dependsOn !== undefined;
    if (!isText || isChosen || given === '' || pattern !== undefined || maxLength < 15) return [key, given];
    written += 1;
    if (format === 'email') return [key, `${CANARY.toLowerCase()}.${written}@example.org`];
    return [key, format === undefined ? `${CANARY} ${application.name}`.slice(0, maxLength) : given];
  });
  return { ...application, answers: Object.fromEntries(answers) };
}

/** Dates, phone numbers and the like: nothing else that is stored looks like them. */
function canariesIn({ answers }: SampleApplication): readonly string[] {
  return Object.values(answers)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length > 7 && /\d{4}/.test(value));
}

function addressOf(application: SampleApplication | undefined): string {
  return `${application?.name}@example.com`;
}

/** Signs up, fills in everything, attaches documents, submits and prints. */
async function apply(server: TestServer, application: SampleApplication): Promise<void> {
  const cookie = await signUpAndLogIn(server, addressOf(application));
  const send = async (method: string, address: string, body: object): Promise<void> =>
    expectStatus(await call(server, address, { method, body, cookie }), 200);
  for (const [tab_id, chosen_tab] of Object.entries(application.tabs))
    await send('PUT', '/api/tabs', { tab_id, chosen_tab });
  for (const [button_id, num_components] of Object.entries(application.counts))
    await send('PUT', '/api/add-another', { button_id, num_components });
  await send('PUT', '/api/answer', { answer: application.answers });
  await send('POST', '/api/validations', { validations: { first: [`${CANARY} is wrong`] } });
  for (const { key, widget } of visibleQuestions(form, application)) {
    if (widget !== 'file') continue;
    await attach(server, cookie, key, await samplePdf(`${CANARY}.pdf`));
    await untilConversion(server, cookie, key, 'COMPLETED');
  }
  for (const web_status of ['started', 'validating']) await send('POST', '/api/web-status', { web_status });
  await send('POST', '/api/submit', {});
  const copy = async (): Promise<unknown> =>
    (await call(server, '/api/pdf', { method: 'GET', cookie })).json();
  await expect.poll(copy, { timeout: 120_000 }).toMatchObject({ status: 'COMPLETED' });
}
