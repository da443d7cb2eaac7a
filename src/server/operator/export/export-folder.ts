import { createHash, type Hash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '#server/http/error-log.ts';
import { partialName, writeSums, writeWhole } from '#server/files/private-files.ts';
import { OperationError } from '../operation-services.ts';
import { isRecord } from '#form/definition/own-property.ts';

export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>;

/** Of the content of a file, and what is in it. */
type Complete = { readonly fingerprint: string; readonly sha256: string };

/** A line for each file that was completed; it is written after the file, so that a file it names is whole. */
const MANIFEST = 'manifest.jsonl';

/** Opens a private folder for exports, creating it if needed. @throws OperationError when it cannot be written */
export async function openExportFolder(folder: string) {
  const manifest = path.join(folder, MANIFEST);
  const complete = await inFolder(folder, async () => {
    await makeExportFolder(folder);
    return readManifest(manifest);
  });
  async function note(name: string, fingerprint: string, hash: Hash): Promise<void> {
    const sha256 = hash.digest('hex');
    await appendFile(manifest, `${JSON.stringify({ name, fingerprint, sha256 })}\n`, { mode: 0o600 });
    complete.set(name, { fingerprint, sha256 });
  }
  return {
    /** Whether a file with this content is there already. */
    async has(name: string, fingerprint: string): Promise<boolean> {
      return complete.get(name)?.fingerprint === fingerprint && (await isThere(path.join(folder, name)));
    },
    /** Writes a file whole or not at all, and notes that it is complete. */
    write: (name: string, fingerprint: string, content: string | Uint8Array) =>
      inFolder(folder, async () => {
        const file = path.join(folder, name);
        await makeExportFolder(path.dirname(file));
        await writeWhole(file, content);
        await note(name, fingerprint, createHash('sha256').update(content));
      }),
    /** Begins a file that is too large for memory; it appears when it is finished. */
    async begin(name: string) {
      const file = path.join(folder, name);
      const hash = createHash('sha256');
      await inFolder(folder, () => writeFile(partialName(file), '', { mode: 0o600 }));
      return {
        add: (part: string) =>
          inFolder(folder, async () => {
            hash.update(part);
            await appendFile(partialName(file), part);
          }),
        finish: () =>
          inFolder(folder, async () => {
            await rename(partialName(file), file);
            await note(name, '', hash);
          }),
      };
    },
    /** Writes the checksums of all files, which `sha256sum -c SHA256SUMS` compares. */
    sum: () =>
      inFolder(folder, () =>
        writeSums(folder, new Map(Array.from(complete, ([name, { sha256 }]) => [name, sha256]))),
      ),
  };
}

/** Creates a folder level by level: Node's recursive `mkdir` never returns below places such as /proc. */
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
    throw new OperationError(
      `The folder ${folder} cannot be written by the server or by this command (${code}). Name another with --out.`,
    );
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

/** File name → what it holds. A last line that was cut by a crash counts for nothing. */
async function readManifest(file: string): Promise<Map<string, Complete>> {
  const complete = new Map<string, Complete>();
  const text = (await isThere(file)) ? await readFile(file, 'utf8') : '';
  for (const line of text.split('\n')) {
    const entry = readEntry(line);
    if (entry) complete.set(entry.name, entry);
  }
  // The next line begins on its own.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n');
  return complete;
}

/** Undefined also for a line from before there were checksums: its file is rewritten. */
function readEntry(line: string): (Complete & { readonly name: string }) | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    const { name, fingerprint, sha256 } = isRecord(entry) ? entry : {};
    const isWhole = typeof name === 'string' && typeof fingerprint === 'string' && typeof sha256 === 'string';
    return isWhole ? { name, fingerprint, sha256 } : undefined;
  } catch {
    return undefined;
  }
}
