import { chmodSync, createWriteStream, lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../http/error-log.ts';
import { rename, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Permissions of the group and others. */
const OTHERS = 0o077;

/** Restricts new files of this process to its user. */
export function keepNewFilesPrivate(): void {
  process.umask(OTHERS);
}

type Log = { readonly warn: (details: object, message: string) => void };

/**
 * Restricts the data directory to its owner, and logs the changes. It contains mails with codes, answers, and the
 * database with the server's secret. Does not follow symbolic links.
 */
export function narrowModes(folder: string, log: Log): void {
  const foreign: string[] = [];
  let narrowed = 0;
  const narrow = (path: string, { mode }: Stats): void => {
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & 0o700);
      narrowed += 1;
    } catch (error) {
      if (errorCodeOf(error) === 'EPERM') foreign.push(path);
      // The database removes its own files in the meantime.
      else if (errorCodeOf(error) !== 'ENOENT') throw error;
    }
  };
  // The folder itself can be a link.
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

/** Checksums of a folder's files, in the format of `sha256sum --check`. */
export const SUMS = 'SHA256SUMS';

/** Returns the name of an incomplete file. */
export function partialName(file: string): string {
  return `${file}.partial`;
}

/** Writes a file for its owner only, atomically, even on power loss. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(partialName(file), content, { mode: 0o600, flush: true });
  await rename(partialName(file), file);
}

/** Writes checksums (hexadecimal, by name) last, as a sign that the folder is complete. */
export async function writeSums(folder: string, sums: Iterable<readonly [string, string]>): Promise<void> {
  const file = join(folder, SUMS);
  await pipeline(sumLines(sums), createWriteStream(partialName(file), { mode: 0o600, flush: true }));
  await rename(partialName(file), file);
}

function* sumLines(sums: Iterable<readonly [string, string]>): Generator<string> {
  for (const [name, sha256] of sums) yield `${sha256}  ${name}\n`;
}
