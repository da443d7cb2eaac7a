import { chmodSync, createWriteStream, lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../http/error-log.ts';
import { rename, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** What the group and others may do with a file. */
const OTHERS = 0o077;

/** What this process writes from now on is for its own user alone. */
export function keepNewFilesPrivate(): void {
  process.umask(OTHERS);
}

type Log = { readonly warn: (details: object, message: string) => void };

/**
 * Leaves the data directory, and all that is in it, to its owner alone, and logs how much of it others could use. It
 * holds mails with codes, answers, and the database with the secret of the server. Links in it are not followed.
 */
export function narrowModes(folder: string, log: Log): void {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  const foreign: string[] = [];
  let narrowed = 0;
  const narrow = (path: string, { mode }: Stats): void => {
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & 0o700);
      narrowed += 1;
    } catch (error) {
      if (errorCodeOf(error) === 'EPERM') foreign.push(path);
      // The database removes files of its own in the meantime.
      else if (errorCodeOf(error) !== 'ENOENT') throw error;
    }
  };
  // The folder may be a link itself.
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  narrow(folder, stats);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found && !found.isSymbolicLink()) narrow(path, found);
  }
  if (narrowed > 0)
    log.warn({ narrowed }, 'files in DATA_DIR could be read by other users, and no longer can');
  if (foreign.length > 0)
    log.warn({ foreign }, 'files in DATA_DIR belong to another user: give them to the one of the server');
}

/** The checksums of all files of a folder, as `sha256sum --check` reads them. */
export const SUMS = 'SHA256SUMS';

/** What a file is called until it is whole. */
export function partialName(file: string): string {
  return `${file}.partial`;
}

/** Writes a file for its owner's eyes alone, whole or not at all, also when the machine loses its power. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(partialName(file), content, { mode: 0o600, flush: true });
  await rename(partialName(file), file);
}

/** Writes the checksums (hexadecimal, by name): the last file, so that a folder that has it is complete. */
export async function writeSums(folder: string, sums: Iterable<readonly [string, string]>): Promise<void> {
  const file = join(folder, SUMS);
  await pipeline(sumLines(sums), createWriteStream(partialName(file), { mode: 0o600, flush: true }));
  await rename(partialName(file), file);
}

function* sumLines(sums: Iterable<readonly [string, string]>): Generator<string> {
  for (const [name, sha256] of sums) yield `${sha256}  ${name}\n`;
}
