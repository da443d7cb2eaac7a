import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { uploadRoute } from '#server/documents/upload-route.ts';
import { createDiskFiles, UPLOAD_PATH } from '#server/storage/disk-files.ts';
import { describeFileStore, type OpenedStore } from './file-store-contract.ts';

describeFileStore('on this disk', async (): Promise<OpenedStore> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
  const app = Fastify();
  let origin = '';
  let ahead = 0;
  const files = createDiskFiles({
    folder,
    secret: randomBytes(32),
    uploadUrl: () => origin + UPLOAD_PATH,
    clock: () => new Date(Date.now() + ahead),
  });
  const open = { isOpen: async () => true, onReceived: async () => undefined, onRequest: [] };
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
});
