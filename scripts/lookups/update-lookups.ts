import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportFault } from '#server/lookup/import/import-fault.ts';
import { neededColumns, readMapping } from '#server/lookup/import/mapping.ts';
import { isSchoolCategory, type SchoolCategory } from '#server/lookup/school-category.ts';
import { readJsonFile } from '../operator/command-files.ts';
import { requestLookupOperation } from './request-lookup-operation.ts';
import { isRecord } from '#form/definition/is-record.ts';

/** The addresses of the official files. */
export const SOURCES_FILE = path.join(import.meta.dirname, 'sources.json');

/** The largest official file has 20 MB packed; what is far larger is something else. */
const MOST_BYTES = 300 * 1024 * 1024;
const LONGEST_MS = 10 * 60_000;

type Source = { readonly category: SchoolCategory; readonly url: string; readonly mapping: object };

/**
 * Downloads each file of a list and imports it. All are downloaded before the first is imported.
 *
 * @returns the reports of the imports
 * @throws ImportFault when one cannot be downloaded; then nothing has been imported
 */
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
      reports.push(await requestLookupOperation({ kind: 'import-lookup', category, file, mapping }));
    }
    return reports.join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function downloadSource(url: string, file: string): Promise<void> {
  const fail = (why: string): ImportFault =>
    new ImportFault(
      `${url} cannot be downloaded (${why}). Is its address still right? Nothing was imported.`,
    );
  const signal = AbortSignal.timeout(LONGEST_MS);
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw fail(reasonOf(error));
  });
  if (!response.ok || response.body === null) throw fail(`status ${response.status}`);
  try {
    await pipeline(Readable.fromWeb(response.body), atMost(MOST_BYTES), createWriteStream(file), { signal });
  } catch (error) {
    throw error instanceof ImportFault ? error : fail(`the connection broke: ${reasonOf(error)}`);
  }
}

/** Why a fetch failed is in its cause: the host is unknown, the certificate has expired, … */
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
        done(new ImportFault('A file of the list is far too large to be a directory of schools.'));
      else done(null, chunk);
    },
  });
}

function readSources(file: string): readonly Source[] {
  const content = readJsonFile(file, 'a list "sources"');
  const list: unknown = isRecord(content) ? content['sources'] : [];
  if (!Array.isArray(list) || list.length === 0) throw new ImportFault(`${file} has no list "sources".`);
  return list.map((each: unknown) => readSource(file, each));
}

function readSource(file: string, value: unknown): Source {
  const { category, url, mapping } = isRecord(value) ? value : {};
  if (typeof category !== 'string' || !isSchoolCategory(category))
    throw new ImportFault(`${file}: each source needs a "category" of schools.`);
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ImportFault(`${file}: each source needs a "url" that begins with https://.`);
  return {
    category,
    url,
    mapping:
      mapping === undefined ? {} : readMapping(mapping, { where: file, needed: neededColumns(category) }),
  };
}
