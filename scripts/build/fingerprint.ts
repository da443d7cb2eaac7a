import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * SHA-256 (hex) over the names and contents of files, and of all files below folders. Contents, not times:
 * a fresh clone, a checkout of another branch and back, or a saved but unchanged file build nothing.
 *
 * @param root - folder the paths are relative to
 * @param inputs - files and folders; one that does not exist counts as empty
 * @param counts - whether the file at a path below `root` counts; default: all do
 */
export function fingerprint(
  root: string,
  inputs: readonly string[],
  counts: (file: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(root, input)).filter(counts)) {
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
