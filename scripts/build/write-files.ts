import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder hold exactly these files (path below it → text or bytes), and files at its top that begin with a dot. Files
 * that are right already are not touched, so that nothing that watches them wakes up.
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeChanged(path.join(folder, name), text);
  const kept = new Set([...files.keys()].flatMap(withFolders));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('.') || kept.has(name.replaceAll(path.sep, '/'))) continue;
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
function withFolders(file: string): readonly string[] {
  const steps = file.split('/');
  return steps.map((_step, index) => steps.slice(0, index + 1).join('/'));
}

/** Writes a file unless it holds that already. Who reads it in the meantime gets the old or the new, never half. */
export function writeChanged(file: string, content: string | Uint8Array): void {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}
