import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '#server/error-code.ts';
import { OperationFault } from '../operation-fault.ts';
import { isRecord } from '#form/definition/is-record.ts';

/** A folder into which applications are exported, again and again. */
export interface ExportFolder {
  /** True when a file with this content is there already. */
  has(name: string, fingerprint: string): Promise<boolean>;
  /** Writes a file whole or not at all, and notes that it is complete. */
  write(name: string, fingerprint: string, content: string | Uint8Array): Promise<void>;
}

/** A line for each file that was completed; it is written after the file, so that a file it names is whole. */
const MANIFEST = 'manifest.jsonl';

/**
 * Opens a folder, which is made where it is missing. What is in it is for its owner's eyes alone.
 *
 * @throws OperationFault when it cannot be written
 */
export async function openExportFolder(folder: string): Promise<ExportFolder> {
  const manifest = path.join(folder, MANIFEST);
  const complete = await inFolder(folder, async () => {
    await makeExportFolder(folder);
    return readManifest(manifest);
  });
  return {
    async has(name, fingerprint) {
      return complete.get(name) === fingerprint && (await isThere(path.join(folder, name)));
    },
    write: (name, fingerprint, content) =>
      inFolder(folder, async () => {
        const file = path.join(folder, name);
        await makeExportFolder(path.dirname(file));
        await writeFile(`${file}.partial`, content, { mode: 0o600 });
        await rename(`${file}.partial`, file);
        await appendFile(manifest, `${JSON.stringify({ name, fingerprint })}\n`, { mode: 0o600 });
        complete.set(name, fingerprint);
      }),
  };
}

/**
 * Level by level: Node's own call for all at once never returns where a file system lets nobody make what is missing,
 * as below /proc, and the server could not even be stopped then.
 */
async function makeExportFolder(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (parent !== folder && !(await isThere(parent))) await makeExportFolder(parent);
  if (!(await isThere(folder))) await mkdir(folder, { mode: 0o700 });
}

async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === '') throw error;
    throw new OperationFault(
      `The folder ${folder} cannot be written by the server or by this command (${code}). Name another with --out.`,
    );
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** File name → fingerprint of what it holds. A last line that was cut by a crash counts for nothing. */
async function readManifest(file: string): Promise<Map<string, string>> {
  const complete = new Map<string, string>();
  const text = (await isThere(file)) ? await readFile(file, 'utf8') : '';
  for (const line of text.split('\n')) {
    const entry = readEntry(line);
    if (entry) complete.set(entry.name, entry.fingerprint);
  }
  // The next line begins on its own.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n');
  return complete;
}

function readEntry(line: string): { readonly name: string; readonly fingerprint: string } | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    const { name, fingerprint } = isRecord(entry) ? entry : {};
    return typeof name === 'string' && typeof fingerprint === 'string' ? { name, fingerprint } : undefined;
  } catch {
    return undefined;
  }
}
