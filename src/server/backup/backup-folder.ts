import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '../http/error-log.ts';
import { OperationError } from '../http/operation-error.ts';
import { readJsonLines } from '../http/json-body.ts';
import { SUMS, writeSums } from '../files/private-files.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { MIGRATIONS } from '../database/migrate.ts';
import type { SequenceValue, TableColumns } from './table-rows.ts';

export type BackupFolder = Awaited<ReturnType<typeof openBackupFolder>>;

/**
 * Opens a folder for a new backup, for its owner only.
 * @throws OperationError if it is not empty or cannot be written
 */
export async function openBackupFolder(folder: string) {
  await inFolder(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  if ((await readdir(folder)).length > 0)
    throw new OperationError(
      `${folder} is not empty. Name a folder with --to that is new: each backup has its own.`,
    );
  const sums = new Map<string, string>();
  const pathOf = async (name: string): Promise<string> => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return file;
  };
  return {
    write: (name: string, content: Uint8Array): Promise<void> =>
      inFolder(folder, async () => {
        await writeFile(await pathOf(name), content, { mode: 0o600, flag: 'wx' });
        sums.set(name, createHash('sha256').update(content).digest('hex'));
      }),
    /** Writes values as JSON Lines. @returns their number */
    writeLines: (name: string, lines: Lines): Promise<number> =>
      inFolder(folder, async () => {
        const written = { count: 0 };
        const hash = createHash('sha256');
        const file = createWriteStream(await pathOf(name), { mode: 0o600, flags: 'wx', flush: true });
        await pipeline(hashedLines(lines, hash, written), file);
        sums.set(name, hash.digest('hex'));
        return written.count;
      }),
    /** Completes the backup: without checksums it is invalid. */
    finish: () => inFolder(folder, () => writeSums(folder, sums)),
  };
}

type Lines = AsyncIterable<unknown> | Iterable<unknown>;

async function* hashedLines(
  lines: Lines,
  hash: ReturnType<typeof createHash>,
  written: { count: number },
): AsyncGenerator<string> {
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    written.count += 1;
    yield text;
  }
}

/** Reads the values of a backup's JSON Lines file. */
export function readLines(folder: string, name: string): AsyncGenerator {
  return readJsonLines(createReadStream(path.join(folder, name)));
}

/** Compares every file of a backup with its checksum. @returns their names @throws OperationError if one differs */
export async function checkBackup(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const line of await readSums(folder)) {
    const [sha256 = '', name = ''] = line.split('  ');
    if ((await sumOf(path.join(folder, name))) !== sha256)
      throw new OperationError(
        `${name} in ${folder} is missing or damaged. Nothing was restored; use another backup.`,
      );
    names.push(name);
  }
  return names;
}

async function readSums(folder: string): Promise<readonly string[]> {
  try {
    const text = await readFile(path.join(folder, SUMS), 'utf8');
    return text.split('\n').filter(Boolean);
  } catch (cause) {
    throw new OperationError(`${folder} is no finished backup: it has no ${SUMS} that can be read.`, {
      cause,
    });
  }
}

async function sumOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = errorCodeOf(error);
    // Others come from the database.
    if (!/^E[A-Z]+$/.test(code) || !(error instanceof Error && 'path' in error)) throw error;
    throw new OperationError(`${folder} cannot be written (${code}). Name another folder with --to.`, {
      cause: error,
    });
  }
}

export const MANIFEST = 'manifest.json';
export const JOBS = 'jobs.jsonl';
/** Folder of document files, by key. */
export const FILES = 'files/';

export function tableFile(name: string): string {
  return `tables/${name}.jsonl`;
}

/** Contents of a backup. */
export type Manifest = {
  /** Version of this format. */
  readonly format: 1;
  /** Time of the backed-up state, in ISO format. */
  readonly at: string;
  /** Applied migrations. */
  readonly migrations: readonly string[];
  /** IDs of the DATA_KEY keys needed to use it. */
  readonly dataKeys: readonly string[];
  /** In an order that satisfies references. */
  readonly tables: readonly (TableColumns & { readonly rows: number })[];
  readonly sequences: readonly SequenceValue[];
  readonly jobs: number;
  readonly files: number;
  /** Keys of originals in conversion and uploads, which a restored server removes later; missing in older backups. */
  readonly temporary?: readonly string[];
  /** Files that no longer existed. */
  readonly missing: readonly string[];
};

/** Reads a manifest. @throws OperationError if it is invalid, or of a newer version */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!isManifest(value)) throw new OperationError('This is no backup that this version can read.');
  const newer = value.migrations.find((name) => MIGRATIONS[name] === undefined);
  if (newer !== undefined)
    throw new OperationError(
      `The backup is of a newer version: its database has ${newer}. Restore it with the version that made it.`,
    );
  return value;
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value)) return false;
  const { format, migrations, dataKeys, tables, sequences } = value;
  const lists = [migrations, dataKeys, tables, sequences];
  return format === 1 && lists.every((list) => Array.isArray(list));
}

/** Describes a backup for the operator. */
export function describeBackup({ at, tables, jobs, files, temporary = [] }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const moment = at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return `State of ${moment}: ${rows} rows of ${tables.length} tables, ${jobs} jobs, ${files} files, ${temporary.length} of them temporary.`;
}
