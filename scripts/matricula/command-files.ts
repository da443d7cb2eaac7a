import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from '#server/http/error-log.ts';
import { UsageError } from '../run-script.ts';

/** Reads a JSON file named on the command line. @throws UsageError with the expected content */
export function readJsonFile(file: string, expected: string): unknown {
  const cure = `Name a JSON file that holds ${expected}.`;
  const text = readText(file, cure);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${file} is not a JSON file: ${reason}. ${cure}`, { cause });
  }
}

function readText(file: string, cure: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${whyFileUnreadable(file, errorCodeOf(cause))} ${cure}`, { cause });
  }
}

function whyFileUnreadable(file: string, code: string): string {
  if (code === 'ENOENT') return `There is no file ${path.resolve(file)}.`;
  if (code === 'EISDIR') return `${file} is a folder.`;
  return `${file} cannot be read by this user (${code}).`;
}

/** Checks early that a file can be written. @throws UsageError if it exists, or its folder does not */
export function requireNewFile(option: string, file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder))
    throw new UsageError(
      `There is no folder ${folder}. Create it first, or name another file with ${option}.`,
    );
  if (existsSync(file))
    throw new UsageError(`${file} already exists and is not overwritten. Name another file with ${option}.`);
}

/** Writes a new file readable by its owner only. @throws UsageError if it exists or cannot be written */
export function writeNewFile(option: string, file: string, content: string): void {
  requireNewFile(option, file);
  try {
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new UsageError(
      `${file} cannot be written by this user (${errorCodeOf(cause)}). Name another file with ${option}.`,
      { cause },
    );
  }
}
