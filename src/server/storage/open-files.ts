import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { createDataKeys } from '../encryption/data-keys.ts';
import { createEncryptedFiles } from './encrypted-files.ts';
import { createDiskFiles, UPLOAD_PATH, type UploadForms } from './disk-files.ts';
import type { Database } from './database.ts';
import type { FileStore } from './file-store.ts';
import { createKeptFiles } from './kept-files.ts';
import { secretOf, type ServerSecret } from './server-secret.ts';

/** The store, with who takes the forms. */
export type OpenedFiles = FileStore & {
  /** Here when this server takes them itself. */
  readonly forms?: UploadForms;
  /** Of the server that takes them, when that is another. */
  readonly uploadOrigin?: string;
  /** Encrypts a file with the newest key; false when there is nothing to do. Here when files are encrypted. */
  readonly renew?: (key: string) => Promise<boolean>;
};

export type OpenFilesParts = FormParts & {
  /** Which knows whether a backup is made. */
  readonly db: Database;
};

type FormParts = {
  readonly secret: ServerSecret;
  readonly publicOrigin: () => string;
  readonly clock: () => Date;
};

/**
 * Opens the store of the environment: the bucket of STORAGE_URL, else the data directory.
 *
 * @throws Error with one sentence when the bucket's credentials are missing
 */
export async function openFiles(
  settings: Pick<Config, 'dataDir' | 'storage' | 'dataKeys'>,
  { db, ...parts }: OpenFilesParts,
): Promise<OpenedFiles> {
  const files = createKeptFiles(await openPlainFiles(settings, parts), db);
  const keys = createDataKeys(settings.dataKeys);
  return keys ? createEncryptedFiles(files, keys) : files;
}

/** The store without keys: what is encrypted is read and written as it is. No server takes the forms that it signs. */
export function openFilesAsKept(settings: Pick<Config, 'dataDir' | 'storage'>): Promise<OpenedFiles> {
  const secret = secretOf(randomBytes(32));
  return openPlainFiles(settings, { secret, publicOrigin: () => '', clock: () => new Date() });
}

async function openPlainFiles(
  { dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>,
  { secret, publicOrigin, clock }: FormParts,
): Promise<OpenedFiles> {
  if (storage) {
    // Amazon's library is large, and most starts do without.
    const { createS3Files } = await import('./s3-files.ts');
    return createS3Files(storage);
  }
  const folder = join(dataDir, 'uploads');
  const uploadUrl = (): string => publicOrigin() + UPLOAD_PATH;
  return createDiskFiles({ folder, secret, uploadUrl, clock });
}
