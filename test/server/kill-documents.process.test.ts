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
import { startTestServer } from '#test/support/test-server.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { outsideDatabases } from './test-storage.ts';
import {
  call,
  POLL_MS,
  presign,
  recordFile,
  sendFile,
  signUpAndLogIn,
  untilConversion,
} from './server-calls.ts';

const LIMIT_MS = 240_000;
/** What a student does not notice as broken. */
const AGAIN_MS = 60_000;
const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

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
      await sendFile(form, await picture());
      await restart();
      expect(filesIn(dataDir)).toHaveLength(1);

      await recordFile(server, cookie, { key, name: 'card.png', ...form });
      await untilConversion(server, cookie, key, 'IN_PROGRESS');
      await restart();
      const started = performance.now();
      await untilConversion(server, cookie, key, 'COMPLETED');
      expect(performance.now() - started).toBeLessThan(AGAIN_MS);
      // The file as it was sent goes right after.
      while (filesIn(dataDir).length > 1) await delay(POLL_MS);
      expect(filesIn(dataDir)).toHaveLength(1);
      const documents = await call(server, '/api/document-answer', { method: 'GET', cookie });
      expect(Object.keys(Object(await documents.json()))).toEqual([key]);
    },
  );
});

/** Large enough that its conversion does not end before it is seen. */
function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 520, height: 520, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
}

/** Leaves the connection open with half of the file sent. */
async function sendHalf({ url, fields }: Awaited<ReturnType<typeof presign>>): Promise<void> {
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

/** Every file of the store, those that are being written included. */
function filesIn(dataDir: string): string[] {
  const folder = path.join(dataDir, 'uploads');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // With a mark of the place itself, by which servers know that they share it.
  return entries.filter((entry) => entry.isFile() && entry.name !== '.place').map(({ name }) => name);
}
