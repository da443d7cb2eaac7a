import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the SHA-256 (hex) of file names and contents. Ignores times: fresh clones, branch switches and saves without
 * changes trigger no build.
 *
 * @param root - folder the paths are relative to
 * @param inputs - files and folders; a missing one counts as empty
 */
export function fingerprint(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(root, input))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root: string, input: string): string[] {
  const stats = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [input];
  return readdirSync(path.join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
