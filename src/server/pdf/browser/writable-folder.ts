import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The first of the folders in which something can be made; it is created where it is missing. When the project and
 * the data are both read-only, it is one of this user's own among the temporary files.
 */
export function writableFolder(folders: readonly string[]): string {
  return folders.find(isWritable) ?? ownTemporaryFolder();
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(mkdtempSync(path.join(folder, '.try-')), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** A program is unpacked into it: a folder that somebody else made there before is not used. */
function ownTemporaryFolder(): string {
  const uid = process.getuid?.();
  const folder = path.join(tmpdir(), `matricula-browser-${uid ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn =
    found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0));
  return isOwn ? folder : mkdtempSync(path.join(tmpdir(), 'matricula-browser-'));
}
