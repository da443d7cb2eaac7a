import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '../http/error-log.ts';
import {
  isFileKey,
  type FileStore,
  type UploadPermit,
  readPolicy,
  signPolicy,
  type FormFields,
} from './file-store.ts';
import type { ServerSecret } from '../database/server-secret.ts';

type DiskFilesSettings = {
  /** Folder of the files; created when needed. */
  readonly folder: string;
  /** Signs the forms. */
  readonly secret: ServerSecret;
  /** Target URL of the forms; read at each use. */
  readonly uploadUrl: () => string;
  readonly clock: () => Date;
};

/** A store on this server's disk, which also accepts upload forms. */
export type DiskFiles = FileStore & { readonly forms: UploadForms };

export interface UploadForms {
  /** Returns the permit of a form's fields; undefined if they were changed or have expired. */
  permitOf(fields: FormFields): UploadPermit | undefined;
  /** Writes the file of a form; false, without writing, if the key exists already. */
  add(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Removes partial files left by a crash. Call before any writes. */
  clean(): Promise<void>;
}

/** Path of the upload call. */
export const UPLOAD_PATH = '/public/upload';

/** Folder of partial files; keys never begin with a dot. */
const UNFINISHED = '.unfinished';

/** File that identifies the folder, whatever its path on each server. */
const MARK = '.place';

/** Stores files in a folder as `<folder>/<student id>/<random>`. */
export function createDiskFiles({ folder, secret, uploadUrl, clock }: DiskFilesSettings): DiskFiles {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error('A file was requested with an invalid key.');
    return join(folder, key);
  };
  return {
    presign: async (permit) => ({ url: uploadUrl(), fields: signPolicy(permit, secret) }),
    read: async (key) => ifThere(readFile(pathOf(key))),
    write: async (key, bytes) => putDiskFile(folder, pathOf(key), bytes, rename),
    async remove(keys) {
      for (const path of keys.map(pathOf)) {
        await rm(path, { force: true });
        // Removes the student's folder with its last file; fails if in use or already removed.
        await rmdir(dirname(path)).catch(() => undefined);
      }
    },
    place: () => markOf(folder),
    list: () => listFiles(folder),
    forms: {
      permitOf: (fields) => readPolicy(fields, secret, clock()),
      async add(key, bytes) {
        try {
          await putDiskFile(folder, pathOf(key), bytes, link);
          return true;
        } catch (error) {
          if (errorCodeOf(error) === 'EEXIST') return false;
          throw error;
        }
      },
      clean: () => rm(join(folder, UNFINISHED), { recursive: true, force: true }),
    },
  };
}

/** `rename`, or `link`, which never replaces an existing file. */
type PutInPlace = typeof rename;

/** Writes and syncs a temporary file, then puts it in place atomically. */
async function putDiskFile(
  folder: string,
  path: string,
  bytes: Uint8Array,
  inPlace: PutInPlace,
): Promise<void> {
  const unfinished = join(folder, UNFINISHED, randomUUID());
  await mkdir(dirname(unfinished), { recursive: true });
  try {
    await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true });
    await placeIn(dirname(path), () => inPlace(unfinished, path));
    await syncFolder(dirname(path));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Retries, because removing the student's last file can delete the folder between the two steps. */
async function placeIn(parent: string, inPlace: () => Promise<void>, triesLeft = 20): Promise<void> {
  try {
    await mkdir(parent, { recursive: true });
    await inPlace();
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT' || triesLeft === 0) throw error;
    await placeIn(parent, inPlace, triesLeft - 1);
  }
}

/** Syncs a folder, without which a new name can be lost. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await ifThere(open(folder, 'r'));
  await handle?.sync();
}

/** Returns the folder's ID, created on first use; copies of the folder share it. */
async function markOf(folder: string): Promise<string> {
  const path = join(folder, MARK);
  const found = await ifThere(readFile(path, 'utf8'));
  if (found !== undefined) return found;
  await putDiskFile(folder, path, Buffer.from(randomUUID()), link).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
  return readFile(path, 'utf8');
}

async function* listFiles(folder: string): ReturnType<FileStore['list']> {
  for (const student of await entriesOf(folder)) {
    if (!student.isDirectory()) continue;
    for (const file of await entriesOf(join(folder, student.name))) {
      const key = `${student.name}/${file.name}`;
      const found = isFileKey(key) ? await ifThere(stat(join(folder, key))) : undefined;
      if (found?.isFile()) yield { key, changedAt: found.mtime };
    }
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
}

function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}
