import { beforeEach, describe, expect, test } from 'vitest';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { NO_MOVES } from '#compiler/changes/renamed-form.ts';
import { openOtherApp, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attach, attachConverted, storedKeys } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { logIn, type StudentClient } from './student-client.ts';

/** A later document form, with `plan` renamed to `map`. */
function renamedDocuments(): Questionnaire {
  const document = { widget: 'file', summaryFormat: 'document', constraints: { const: 'ANSWERED' } } as const;
  const moves = { ...NO_MOVES, keys: { plan: 'map' } };
  const definition = form([page([question('passport', document), question('map', document)])], { moves });
  return { ...documentQuestionnaire(), definition };
}

async function documentsOf(by: StudentClient) {
  return (await by.call('GET', '/api/document-answer')).body;
}

describe.each(testEngines)('documents under two versions of the form, on $engine', async ({ open }) => {
  const older = await openTestApp({ storage: await open(), questionnaire: documentQuestionnaire() });
  const newer = await openOtherApp(older, { files: older.files, questionnaire: renamedDocuments() });
  let before: StudentClient;
  let after: StudentClient;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    before = await logIn(older, `student-${count}@example.org`);
    after = before.copy(newer.app);
  });

  const statusOf = async (key: string) => (await after.call('GET', `/api/pdf/document-answer/${key}`)).body;

  test('a document migrates with its question, conversion and file', async () => {
    await attach(older, before, 'plan', { name: 'coast.pdf' });
    expect(await documentsOf(after)).toEqual({ map: { file_name: 'coast.pdf', file_size: 100 } });
    await older.fileJobs.convert.run();
    expect(await statusOf('map')).toMatchObject({ status: 'COMPLETED', pages: 2 });
    expect((await after.call('GET', '/api/profile')).body).toMatchObject({
      document_answer: { map: 'ANSWERED' },
    });
    expect(await after.call('DELETE', '/api/document-answer/map')).toMatchObject({ status: 200 });
    expect(await storedKeys(older)).toEqual([]);
  });

  test('of a document at each version, the newer stays, without orphaned files', async () => {
    await attachConverted(older, before, 'plan', { name: 'first.pdf' });
    await documentsOf(after);
    older.pass(1000);
    await attachConverted(older, before, 'plan', { name: 'second.pdf' });
    expect(await documentsOf(after)).toEqual({ map: { file_name: 'second.pdf', file_size: 100 } });
    expect(await storedKeys(older)).toHaveLength(1);
  });

  test('a page of the older form attaches and deletes at the newer server', async () => {
    expect((await attach(newer, after, 'plan', { name: 'coast.pdf' })).answer).toMatchObject({ status: 200 });
    await newer.fileJobs.convert.run();
    expect(await statusOf('plan')).toMatchObject({ status: 'COMPLETED' });
    expect(await documentsOf(after)).toHaveProperty('map');
    expect(await after.call('DELETE', '/api/document-answer/plan')).toMatchObject({ status: 200 });
    expect(await documentsOf(after)).toEqual({});
  });
});
