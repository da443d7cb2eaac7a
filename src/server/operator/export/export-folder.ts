import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCodeOf } from '#server/http/error-log.ts';
import { OperationError } from '#server/http/operation-error.ts';
import { readTextLines } from '#server/http/json-body.ts';
import { partialName, writeSums, writeWhole } from '#server/files/private-files.ts';

export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>;

/** A complete file: the fingerprint of its content, and its checksum. */
type Complete = { readonly name: string; readonly fingerprint: string; readonly sha256: string };

/** One line per completed file, written after it, so that listed files are complete. */
const MANIFEST = 'manifest.jsonl';

/** Opens a private export folder, creating it if needed. @throws OperationError if it is not writable */
export async function openExportFolder(folder: string) {
  const manifest = path.join(folder, MANIFEST);
  const complete = createFileIndex();
  await inFolder(folder, async () => {
    await makeExportFolder(folder);
    await readManifest(manifest, complete);
  });
  async function note(name: string, fingerprint: string, hash: Hash): Promise<void> {
    const sha256 = hash.digest('hex');
    await appendFile(manifest, `${JSON.stringify({ name, fingerprint, sha256 })}\n`, { mode: 0o600 });
    complete.set({ name, fingerprint, sha256 });
  }
  return {
    /** Whether a file with this content exists. */
    async has(name: string, fingerprint: string): Promise<boolean> {
      return complete.has(name, fingerprint) && (await isThere(path.join(folder, name)));
    },
    /** Writes a file atomically, and records its completion. */
    write: (name: string, fingerprint: string, content: string | Uint8Array) =>
      inFolder(folder, async () => {
        const file = path.join(folder, name);
        await makeExportFolder(path.dirname(file));
        await writeWhole(file, content);
        await note(name, fingerprint, createHash('sha256').update(content));
      }),
    /** Begins a file too large for memory; it appears when finished. */
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
    /** Writes the checksums of all files, for `sha256sum -c SHA256SUMS`. */
    sum: () => inFolder(folder, () => writeSums(folder, complete.sums())),
  };
}

type FileIndex = ReturnType<typeof createFileIndex>;

/** Creates an index of complete files, in a temporary SQLite database: there can be more than fit into memory. */
function createFileIndex() {
  const index = new DatabaseSync('');
  index.exec('create table file (name text primary key, fingerprint text, sha256 text) without rowid');
  const insert = index.prepare('insert or replace into file values (?, ?, ?)');
  const find = index.prepare('select 1 from file where name = ? and fingerprint = ?');
  const all = index.prepare('select name, sha256 from file order by name');
  return {
    set: ({ name, fingerprint, sha256 }: Complete) => void insert.run(name, fingerprint, sha256),
    has: (name: string, fingerprint: string) => find.get(name, fingerprint) !== undefined,
    *sums(): Generator<readonly [string, string]> {
      for (const { name, sha256 } of all.iterate()) yield [String(name), String(sha256)];
    },
  };
}

/** Creates a folder level by level: Node's recursive `mkdir` never returns below paths such as /proc. */
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

/** Ignores a last line truncated by a crash; the next one starts on a new line. */
async function readManifest(file: string, complete: FileIndex): Promise<void> {
  if (!(await isThere(file))) return;
  await appendFile(file, '\n');
  for await (const line of readTextLines(createReadStream(file))) {
    try {
      complete.set(JSON.parse(line));
    } catch {
      // Its file is written again.
    }
  }
}
