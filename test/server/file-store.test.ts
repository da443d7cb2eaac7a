import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { uploadRoute } from '#server/documents/upload-routes.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { createEncryptedFiles, type OpenedFiles } from '#server/files/open-files.ts';
import { createDiskFiles, UPLOAD_PATH } from '#server/files/disk-files.ts';
import { createS3Files } from '#server/files/s3-files.ts';
import { secretOf } from '#server/database/server-secret.ts';
import { describe } from 'vitest';
import { bucketName, describeWith } from '#test/support/services.ts';
import { describeFileStore, type OpenedStore } from './file-store-contract.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

/** Wraps a store. */
type Wrap = (files: OpenedFiles) => OpenedFiles;

const keys = createDataKeys([randomBytes(32)]);
const asItIs: Wrap = (files) => files;
const encrypted: Wrap = (files) => (keys ? createEncryptedFiles(files, keys) : files);

describe('on this disk', () => {
  const [plain, closed] = [suiteFolder(), suiteFolder()];
  describeFileStore('', () => openDisk(plain, asItIs));
  describeFileStore(', encrypted', () => openDisk(closed, encrypted));
});
describeWith(['bucket'], 'in a bucket', () => {
  describeFileStore('', () => openBucket(asItIs));
  describeFileStore(', encrypted', () => openBucket(encrypted));
});

async function openDisk(folder: string, wrap: Wrap): Promise<OpenedStore> {
  const app = Fastify();
  let origin = '';
  let ahead = 0;
  const files = wrap(
    createDiskFiles({
      folder,
      secret: secretOf(randomBytes(32)),
      uploadUrl: () => origin + UPLOAD_PATH,
      clock: () => new Date(Date.now() + ahead),
    }),
  );
  const permits = {
    findOpen: async () => ({ studentId: 'ada', answerKey: 'passport' }),
    onReceived: async () => true,
    limitUnsigned: async () => undefined,
  };
  if (files.forms === undefined) throw new Error('This server takes no forms.');
  await uploadRoute(app, { forms: files.forms, ...permits });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    files,
    async pass(time) {
      ahead = Math.max(0, time.getTime() - Date.now());
    },
    async close() {
      await app.close();
    },
  };
}

/** On TEST_S3_ENDPOINT, with the usual AWS variables. */
async function openBucket(wrap: Wrap): Promise<OpenedStore> {
  const endpoint = process.env['TEST_S3_ENDPOINT'];
  return {
    files: wrap(await createS3Files({ bucket: bucketName, endpoint, region: 'us-east-1' })),
    // The other server has a real clock of whole seconds.
    pass: (time) => delay(Math.max(0, time.getTime() - Date.now()) + 1500),
    close: async () => undefined,
  };
}
