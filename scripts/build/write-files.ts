import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder contain exactly these files (relative path → text or bytes), except for dotfiles at its top level. Does
 * not touch unchanged files, so watchers stay quiet.
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeChanged(path.join(folder, name), text);
  const kept = new Set([...files.keys()].flatMap(withFolders));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('.') || kept.has(name)) continue;
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
function withFolders(file: string): readonly string[] {
  const steps = file.split('/');
  return steps.map((_step, index) => steps.slice(0, index + 1).join('/'));
}

/** Writes a file atomically unless it is unchanged. */
export function writeChanged(file: string, content: string | Uint8Array): void {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}
