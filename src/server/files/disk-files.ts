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
  /** Folder of the files; made when it is needed. */
  readonly folder: string;
  /** Signs the forms. */
  readonly secret: ServerSecret;
  /** Where forms are posted to; asked at each use. */
  readonly uploadUrl: () => string;
  readonly clock: () => Date;
};

/** What a store on this server's own disk has in addition to the rest: this server itself takes the forms. */
export type DiskFiles = FileStore & { readonly forms: UploadForms };

export interface UploadForms {
  /** The permit behind the fields of a form; undefined when they are not as they were signed, or too late. */
  permitOf(fields: FormFields): UploadPermit | undefined;
  /** Writes the file of a form. False, and nothing is written, when there is a file of that key already. */
  add(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Removes what a server that died was writing. For the start, before anything is written. */
  clean(): Promise<void>;
}

/** Path of the call that takes the forms. */
export const UPLOAD_PATH = '/public/upload';

/** Half-written files are in here; no key begins with a dot. */
const UNFINISHED = '.unfinished';

/** Says which folder it is, whatever its path is on each server that has it. */
const MARK = '.place';

/** Files in a folder, `<folder>/<student id>/<random>`. */
export function createDiskFiles({ folder, secret, uploadUrl, clock }: DiskFilesSettings): DiskFiles {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error('A file was requested with an invalid key.');
    return join(folder, key);
  };
  return {
    presign: async (permit) => ({ url: uploadUrl(), fields: signPolicy(permit, secret) }),
    read: async (key) => ifThere(readFile(pathOf(key))),
    write: async (key, bytes) => putDiskFile(folder, pathOf(key), bytes, rename),
    size: async (key) => (await ifThere(stat(pathOf(key))))?.size,
    async remove(keys) {
      for (const path of keys.map(pathOf)) {
        await rm(path, { force: true });
        // The folder of a student goes with its last file; it is in use, or gone already, otherwise.
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

/** `rename`, or `link`, which never replaces a file that is there. */
type PutInPlace = typeof rename;

/** Writes to a temporary file, makes sure that the bytes are on the disk, and puts the file in place in one step. */
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

/** The removal of the student's last file may take the folder away between the two steps, several times over. */
async function placeIn(parent: string, inPlace: () => Promise<void>, triesLeft = 20): Promise<void> {
  try {
    await mkdir(parent, { recursive: true });
    await inPlace();
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT' || triesLeft === 0) throw error;
    await placeIn(parent, inPlace, triesLeft - 1);
  }
}

/** A new name is safe only when its folder is on the disk too; Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await ifThere(open(folder, 'r'));
  await handle?.sync();
}

/** Made by the first that asks; a copy of the folder has it too. */
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
