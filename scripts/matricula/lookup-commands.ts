import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { ImportError } from '#server/lookup/import/import-report.ts';
import { readMapping } from '#server/lookup/import/mapping.ts';
import { isSchoolCategory, SCHOOL_CATEGORIES, type SchoolCategory } from '#server/lookup/directory-entry.ts';
import { UsageError } from '../run-script.ts';
import { readJsonFile } from './command-files.ts';
import { requestOperation } from './request-operation.ts';
import { toOperation, type Typed } from './typed-arguments.ts';

/** Imports schools or another lookup directory from a file. */
export async function importLookup(typed: Typed, map: string): Promise<string> {
  const operation = toOperation('lookups import', typed, { mapping: {} });
  if (operation.kind !== 'import-lookup') return requestOperation(operation);
  const { category } = operation;
  const categories = [...SCHOOL_CATEGORIES, ...listDirectories()];
  if (!categories.includes(category))
    throw new UsageError(`"${category}" is not a category. Choose ${categories.join(' or ')}.`);
  const mapping =
    map === ''
      ? readDirectory(category)
      : readMapping(readJsonFile(map, 'a mapping (see the guide)'), category, map);
  return requestOperation({ ...operation, mapping });
}

/** Returns the directories described by the form's files. */
export function listDirectories(schemasFolder: string = PROJECT_PATHS.schemasFolder): readonly string[] {
  const folder = path.join(schemasFolder, 'directories');
  return existsSync(folder) ? readdirSync(folder).map((file) => path.parse(file).name) : [];
}

/** Reads the import settings of a directory; empty for schools. @throws UsageError or ImportError */
export function readDirectory(category: string, schemasFolder: string = PROJECT_PATHS.schemasFolder): object {
  if (isSchoolCategory(category)) return {};
  const where = path.join(schemasFolder, 'directories', `${category}.json`);
  const content = readJsonFile(where, 'a directory');
  const { columns, keep = {} } = isRecord(content) ? content : {};
  return readMapping({ source: category, idPrefix: category, columns, keep }, category, where);
}

/** Maximum download size; the largest official file has 20 MB compressed. */
const MAX_BYTES = 300 * 1024 * 1024;
const TIMEOUT_MS = 10 * 60_000;

type Source = { readonly category: SchoolCategory; readonly url: string; readonly mapping: object };

/** Downloads all listed files, then imports them. @throws ImportError before any import */
export async function updateLookups(sourcesFile: string): Promise<string> {
  const sources = readSources(sourcesFile);
  const folder = await mkdtemp(path.join(tmpdir(), 'matricula-lookups-'));
  try {
    const downloads: { readonly source: Source; readonly file: string }[] = [];
    for (const [at, source] of sources.entries()) {
      const file = path.join(folder, String(at));
      console.error(`Downloading ${source.url} …`);
      await downloadSource(source.url, file);
      downloads.push({ source, file });
    }
    const reports: string[] = [];
    for (const { source, file } of downloads) {
      const { category, mapping } = source;
      reports.push(await requestOperation({ kind: 'import-lookup', category, file, mapping }));
    }
    return reports.join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function downloadSource(url: string, file: string): Promise<void> {
  const fail = (why: string): ImportError =>
    new ImportError(
      `${url} cannot be downloaded (${why}). Is its address still right? Nothing was imported.`,
    );
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw fail(reasonOf(error));
  });
  if (!response.ok || response.body === null) throw fail(`status ${response.status}`);
  try {
    await pipeline(Readable.fromWeb(response.body), atMost(MAX_BYTES), createWriteStream(file), { signal });
  } catch (error) {
    throw error instanceof ImportError ? error : fail(`the connection broke: ${reasonOf(error)}`);
  }
}

/** Returns the cause of a failed fetch: unknown host, expired certificate, … */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes)
        done(new ImportError('A file of the list is far too large to be a directory of schools.'));
      else done(null, chunk);
    },
  });
}

function readSources(file: string): readonly Source[] {
  const content = readJsonFile(file, 'a list "sources"');
  const list: unknown = isRecord(content) ? content['sources'] : [];
  if (!Array.isArray(list) || list.length === 0) throw new ImportError(`${file} has no list "sources".`);
  return list.map((each: unknown) => readSource(file, each));
}

function readSource(file: string, value: unknown): Source {
  const { category, url, mapping } = isRecord(value) ? value : {};
  if (typeof category !== 'string' || !isSchoolCategory(category))
    throw new ImportError(`${file}: each source needs a "category" of schools.`);
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ImportError(`${file}: each source needs a "url" that begins with https://.`);
  return { category, url, mapping: mapping === undefined ? {} : readMapping(mapping, category, file) };
}
