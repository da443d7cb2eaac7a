import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { describeWith } from '#test/support/services.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { outsideDatabases } from './test-storage.ts';
import { call, signUpAndLogIn } from './server-calls.ts';

const LIMIT_MS = 240_000;
/** What a student does not notice as broken. */
const AGAIN_MS = 60_000;
/** As often as one student may ask for long. */
const POLL_MS = 100;
const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

type Form = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

describeWith(['volume'], 'a server that is killed in the middle of documents', () => {
  const cleanUp: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  });

  test.each(outsideDatabases)(
    'has no half file of an upload, and finishes the conversion that ran, on $name',
    { timeout: LIMIT_MS },
    async ({ open }) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'kill-documents-'));
      cleanUp.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const database = await open();
      cleanUp.push(database.drop);
      const env = { ...database.env, LOG_LEVEL: 'warn' };
      await putEmptyDatabase(dataDir);
      let server = await startTestServer({ dataDir, env });
      cleanUp.push(() => server.kill());
      const restart = async (): Promise<void> => {
        await server.kill();
        server = await startTestServer({ dataDir, env });
      };
      const cookie = await signUpAndLogIn(server, 'documents@example.org');
      const { definition } = await loadQuestionnaire(compiled);
      const [key = ''] = documentKeysOf(definition);

      const cut = await presign(server, cookie, key);
      await sendHalf(cut);
      await restart();
      expect(filesIn(dataDir)).toEqual([]);

      const form = await presign(server, cookie, key);
      await sendAll(form, await picture());
      await restart();
      expect(filesIn(dataDir)).toHaveLength(1);

      const file = { file_key: form.fields['key'], file_name: 'card.png' };
      const conversion = `/api/pdf/document-answer/${key}`;
      expect((await call(server, conversion, { body: file, cookie })).status).toBe(200);
      await until(server, conversion, cookie, 'IN_PROGRESS');
      await restart();
      const started = performance.now();
      await until(server, conversion, cookie, 'COMPLETED');
      expect(performance.now() - started).toBeLessThan(AGAIN_MS);
      // The file as it was sent goes right after.
      while (filesIn(dataDir).length > 1) await delay(POLL_MS);
      expect(filesIn(dataDir)).toHaveLength(1);
      const documents = await call(server, '/api/document-answer', { method: 'GET', cookie });
      expect(Object.keys(Object(await documents.json()))).toEqual([key]);
    },
  );
});

async function presign(server: TestServer, cookie: string, key: string): Promise<Form> {
  const response = await call(server, '/api/presigned-url', { body: { answer_key: key }, cookie });
  expect(response.status).toBe(200);
  const form: Form = JSON.parse(await response.text());
  return form;
}

/** Large enough that its conversion does not end before it is seen. */
function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 520, height: 520, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
}

async function sendAll({ url, fields }: Form, bytes: Buffer): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'card.png');
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
}

/** Leaves the connection open with half of the file sent. */
async function sendHalf({ url, fields }: Form): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge', 'content-length': '600000' },
  });
  // The kill cuts the connection, as it is meant to.
  sending.on('error', () => undefined);
  for (const [name, value] of Object.entries(fields)) {
    sending.write(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  sending.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n');
  sending.write(Buffer.alloc(300_000), () => resolve());
  await promise;
}

async function until(server: TestServer, url: string, cookie: string, wanted: string): Promise<void> {
  for (;;) {
    const response = await call(server, url, { method: 'GET', cookie });
    const { status }: { status: string } = JSON.parse(await response.text());
    if (status === wanted) return;
    if (['FAILED', 'COMPLETED'].includes(status)) throw new Error(`The conversion ended as ${status}.`);
    await delay(POLL_MS);
  }
}

/** Every file of the store, those that are being written included. */
function filesIn(dataDir: string): string[] {
  const folder = path.join(dataDir, 'uploads');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // With a mark of the place itself, by which servers know that they share it.
  return entries.filter((entry) => entry.isFile() && entry.name !== '.place').map(({ name }) => name);
}
