import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { questionsOf } from '#form/definition/form-part.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { call, presign, sendFile, signUpAndLogIn } from './server-calls.ts';

const CANARY = 'canary-that-nobody-else-reads';
const FILE = Buffer.from(`%PDF-1.7\n% ${CANARY} in a file ${'x'.repeat(500)}`);

const definition = readForm();
const sensitive = new Set(definition.sensitive);
const texts = [...questionsOf(definition).values()].filter(
  ({ type, options, visibleWhen, constraints }) =>
    type === 'string' && options === undefined && !visibleWhen && constraints.pattern === undefined,
);
const open = texts.find(({ key, widget }) => !sensitive.has(key) && widget === 'text');
const document = [...questionsOf(definition).values()].find(({ widget }) => widget === 'file');

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

/** Files below a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .filter((name) => readFileSync(path.join(folder, name)).includes(text));
}

test('the data folder has nothing sensitive, even while running or after a kill', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'encrypted-'));
  cleanUp.push(() => rmSync(dataDir, { recursive: true, force: true }));
  await putEmptyDatabase(dataDir);
  const env = { DATA_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'trace' };
  const server = await startTestServer({ dataDir, env });
  cleanUp.push(() => server.kill());
  const cookie = await signUpAndLogIn(server, 'ada@example.org');
  const answer = {
    // A draft can hold an unlisted choice.
    ...Object.fromEntries([...sensitive].filter(isString).map((key) => [key, CANARY])),
    ...(open && { [open.key]: 'said openly' }),
  };
  const saved = await call(server, '/api/answer', { method: 'PUT', body: { answer }, cookie });
  expect(saved.status).toBe(200);
  if (document) await sendFile(await presign(server, cookie, document.key), FILE);
  await server.kill();
  expect(open ? filesWith(dataDir, 'said openly') : [CANARY]).not.toEqual([]);
  expect(filesWith(dataDir, CANARY)).toEqual([]);
  expect(server.output()).not.toContain(CANARY);

  const again = await startTestServer({ dataDir, env });
  cleanUp.push(() => again.stop());
  const profile = await call(again, '/api/profile', { method: 'GET', cookie });
  expect(await profile.json()).toMatchObject({ answer });
});

function isString(key: string): boolean {
  return questionsOf(definition).get(key)?.type === 'string';
}
