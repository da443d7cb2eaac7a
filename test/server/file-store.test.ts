import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { uploadRoute } from '#server/documents/upload-route.ts';
import { createDiskFiles, UPLOAD_PATH } from '#server/storage/disk-files.ts';
import { createS3Files } from '#server/storage/s3-files.ts';
import { secretOf } from '#server/storage/server-secret.ts';
import { describeFileStore, type OpenedStore } from './file-store-contract.ts';

const bucket = process.env['TEST_S3_BUCKET'];
if (bucket === undefined) describeFileStore('on this disk', openDisk);
else describeFileStore('in a bucket', () => openBucket(bucket));

async function openDisk(): Promise<OpenedStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
  const app = Fastify();
  let origin = '';
  let ahead = 0;
  const files = createDiskFiles({
    folder,
    secret: secretOf(randomBytes(32)),
    uploadUrl: () => origin + UPLOAD_PATH,
    clock: () => new Date(Date.now() + ahead),
  });
  const open = { isOpen: async () => true, onReceived: async () => true, onRequest: [] };
  await uploadRoute(app, { forms: files.forms, ...open });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    files,
    async pass(time) {
      ahead = Math.max(0, time.getTime() - Date.now());
    },
    async close() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On the server of TEST_S3_ENDPOINT, with the keys of the usual variables. */
async function openBucket(name: string): Promise<OpenedStore> {
  const endpoint = process.env['TEST_S3_ENDPOINT'];
  return {
    files: await createS3Files({ bucket: name, endpoint, region: 'us-east-1' }),
    // Nobody can move the clock of another server, and it counts whole seconds.
    pass: (time) => delay(Math.max(0, time.getTime() - Date.now()) + 1500),
    close: async () => undefined,
  };
}
