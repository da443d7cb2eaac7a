import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder hold exactly these files (path below it → text). Files that are right already are not
 * touched, so that nothing that watches them wakes up.
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) writeChanged(path.join(folder, name), text);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(path.relative(folder, file).replaceAll(path.sep, '/'))) rmSync(file);
  }
}

/** Removes the folders below a folder whose names are not among the kept ones. */
export function removeOthers(folder: string, kept: ReadonlyMap<string, unknown>): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !kept.has(entry.name))
      rmSync(path.join(folder, entry.name), { recursive: true });
  }
}

/** Writes a file unless it holds that text already. Who reads it meanwhile gets the old or the new, never half. */
export function writeChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
