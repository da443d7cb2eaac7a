import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import {
  createDataKeys,
  type DataKeys,
  decryptBytes,
  encryptBytes,
  encryptedWith,
} from '../encryption/data-keys.ts';
import { createDiskFiles, UPLOAD_PATH, type UploadForms } from './disk-files.ts';
import type { Database } from '../database/database.ts';
import type { FileStore } from './file-store.ts';
import { withPausedDeletion } from './paused-deletion.ts';
import { secretOf, type ServerSecret } from '../database/server-secret.ts';
import type { OnError } from '../http/error-log.ts';

/** The file store, and the receiver of its forms. */
export type OpenedFiles = FileStore & {
  /** Present if this server receives forms itself. */
  readonly forms?: UploadForms;
  /** Origin of the receiver, if it is another server. */
  readonly uploadOrigin?: string;
  /** Re-encrypts a file with the newest key; false if unnecessary. Present if files are encrypted. */
  readonly renew?: (key: string) => Promise<boolean>;
};

export type OpenFilesParts = {
  /** Knows whether a backup is in progress. */
  readonly db: Database;
  readonly secret: ServerSecret;
  readonly publicOrigin: () => string;
  readonly clock: () => Date;
};

/**
 * Opens the bucket of STORAGE_URL, else the data directory.
 * @throws Error if the bucket's credentials are missing
 */
export async function openFiles(
  settings: Pick<Config, 'dataDir' | 'storage' | 'dataKeys'>,
  { db, ...parts }: OpenFilesParts,
): Promise<OpenedFiles> {
  const files = withPausedDeletion(await openPlainFiles(settings, parts), db);
  const keys = createDataKeys(settings.dataKeys);
  return keys ? createEncryptedFiles(files, keys) : files;
}

/** Opens the store without keys: files are read and written as stored. No server accepts its signed forms. */
export function openStoredFiles(settings: Pick<Config, 'dataDir' | 'storage'>): Promise<OpenedFiles> {
  const secret = secretOf(randomBytes(32));
  return openPlainFiles(settings, { secret, publicOrigin: () => '', clock: () => new Date() });
}

async function openPlainFiles(
  { dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>,
  { secret, publicOrigin, clock }: Omit<OpenFilesParts, 'db'>,
): Promise<OpenedFiles> {
  if (storage) {
    // Amazon's library is large, and most starts do not need it.
    const { createS3Files } = await import('./s3-files.ts');
    return createS3Files(storage);
  }
  const folder = join(dataDir, 'uploads');
  const uploadUrl = (): string => publicOrigin() + UPLOAD_PATH;
  return createDiskFiles({ folder, secret, uploadUrl, clock });
}

/** Encrypts each file for its key. Browser uploads to a bucket are encrypted when their document is recorded. */
export function createEncryptedFiles(files: OpenedFiles, keys: DataKeys) {
  const { forms } = files;
  const encrypted = (key: string, bytes: Uint8Array): Buffer =>
    encryptBytes(keys, Buffer.from(bytes), placeOf(key));
  const read = async (key: string): Promise<Buffer | undefined> => {
    const stored = await files.read(key);
    return stored && decryptBytes(keys, stored, placeOf(key));
  };
  return {
    ...files,
    read,
    write: (key: string, bytes: Uint8Array) => files.write(key, encrypted(key, bytes)),
    ...(forms && {
      forms: { ...forms, add: (key: string, bytes: Uint8Array) => forms.add(key, encrypted(key, bytes)) },
    }),
    async renew(key: string): Promise<boolean> {
      const stored = await files.read(key);
      if (stored === undefined || encryptedWith(stored) === keys.ids[0]) return false;
      await files.write(key, encrypted(key, decryptBytes(keys, stored, placeOf(key))));
      return true;
    },
  };
}

function placeOf(key: string): string {
  return `file:${key}`;
}

const ROW = 'file-store';

/**
 * Records the location of this server's files.
 * @returns a sentence for the log if the previous server had another location
 */
export async function findOtherFiles(
  db: Database,
  files: Pick<OpenedFiles, 'place'>,
  onError: OnError,
): Promise<string | undefined> {
  try {
    const value = Buffer.from(await files.place());
    const row = { name: ROW, value };
    await db
      .insertInto('server_secret')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const recorded = await db
      .selectFrom('server_secret')
      .select('value')
      .where('name', '=', ROW)
      .executeTakeFirst();
    if (recorded?.value.equals(value)) return undefined;
    await db.updateTable('server_secret').set({ value }).where('name', '=', ROW).execute();
    return 'The server that started before this one on the same database keeps documents in another place: what is sent to one of them, the other does not find. Give all of them the same STORAGE_URL.';
  } catch (error) {
    // An error here can be of the disk or bucket, which uploads report separately.
    onError('the place of documents', error);
    return undefined;
  }
}

/** Deletes the recorded location, for a restored database. */
export async function forgetPlace(db: Database): Promise<void> {
  await db.deleteFrom('server_secret').where('name', '=', ROW).execute();
}
