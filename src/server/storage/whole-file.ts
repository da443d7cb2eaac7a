import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

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

/**
 * Writes the checksums of a folder: the last file of it, so that a folder that has it is complete.
 *
 * @param sums by name of the file, in hexadecimal
 */
export async function writeSums(folder: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const lines = Array.from(sums, ([name, sha256]) => `${sha256}  ${name}\n`);
  await writeWhole(path.join(folder, SUMS), lines.join(''));
}
