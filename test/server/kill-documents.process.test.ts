import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test, onTestFinished } from 'vitest';
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
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const LIMIT_MS = 240_000;
/** The time that students do not notice as broken. */
const AGAIN_MS = 60_000;
const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

describeWith(['volume'], 'a server killed during document calls', () => {
  test.each(outsideDatabases)(
    'has no partial upload, and finishes the running conversion, on $name',
    { timeout: LIMIT_MS },
    async ({ open }) => {
      const dataDir = temporaryFolder();
      const database = await open();
      onTestFinished(database.drop);
      const env = { ...database.env, LOG_LEVEL: 'warn' };
      await putEmptyDatabase(dataDir);
      let server = await startTestServer({ dataDir, env });
      onTestFinished(() => server.kill());
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
      // The original is deleted right after.
      while (filesIn(dataDir).length > 1) await delay(POLL_MS);
      expect(filesIn(dataDir)).toHaveLength(1);
      const documents = await call(server, '/api/document-answer', { method: 'GET', cookie });
      expect(Object.keys(Object(await documents.json()))).toEqual([key]);
    },
  );
});

/** Large enough to observe its conversion. */
function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 520, height: 520, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
}

/** Sends half of the file, and keeps the connection open. */
async function sendHalf({ url, fields }: Awaited<ReturnType<typeof presign>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge', 'content-length': '600000' },
  });
  // The kill closes the connection.
  sending.on('error', () => undefined);
  for (const [name, value] of Object.entries(fields)) {
    sending.write(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  sending.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n');
  sending.write(Buffer.alloc(300_000), () => resolve());
  await promise;
}

/** Every file of the store, including partial ones. */
function filesIn(dataDir: string): string[] {
  const folder = path.join(dataDir, 'uploads');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // Including the mark of the shared folder.
  return entries.filter((entry) => entry.isFile() && entry.name !== '.place').map(({ name }) => name);
}
