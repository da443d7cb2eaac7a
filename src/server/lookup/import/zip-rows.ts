import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { ImportFault } from './import-fault.ts';
import { workbookRows } from './workbook-rows.ts';

const MOST_ENTRIES = 10_000;
/** A workbook inside of a zip is unpacked into memory; the longest official one has 30 MB. */
const LARGEST_WORKBOOK = 100 * 1024 * 1024;
const SETTINGS = { autoClose: false, validateEntrySizes: true } as const;

type OpenZip = { readonly path: string; readonly zip: ZipFile; readonly entries: readonly Entry[] };

/**
 * The rows of the one table in a zip, unpacked as they are read: of its CSV file, of the Excel workbook that it holds,
 * or of the workbook that it is.
 *
 * @throws ImportFault when there is none or more than one, or when it is packed in an unusual way
 */
export async function* zipRows(path: string): AsyncGenerator<CsvRow> {
  const outer = await openedZip(path, openPromise(path, SETTINGS));
  try {
    yield* await tableIn(outer);
  } finally {
    outer.zip.close();
  }
}

async function tableIn(outer: OpenZip): Promise<AsyncIterable<CsvRow>> {
  const { path, zip, entries } = outer;
  if (isWorkbook(outer)) return rowsOfWorkbook(outer);
  const csv = onlyOne(
    path,
    withoutReplaced(entries.filter(({ fileName }) => /\.csv$/i.test(fileName))),
    'CSV',
  );
  if (csv) return csvRows(await unpackedEntry(outer, csv));
  const book = onlyOne(
    path,
    entries.filter(({ fileName }) => /\.xlsx$/i.test(fileName)),
    'Excel',
  );
  if (book === undefined)
    throw new ImportFault(
      `${path} holds no CSV file and no Excel workbook. Unpack it and name the right one.`,
    );
  if (book.uncompressedSize > LARGEST_WORKBOOK) throw unusualZipFault(path);
  const chunks: Buffer[] = [];
  for await (const chunk of await unpackedEntry(outer, book)) chunks.push(chunk);
  zip.close();
  return rowsOfWorkbook(await openedZip(path, fromBufferPromise(Buffer.concat(chunks), SETTINGS)));
}

/** A revised file lies next to the one that it replaces (IPEDS: hd2023_rv.csv next to hd2023.csv). */
function withoutReplaced(tables: readonly Entry[]): readonly Entry[] {
  const names = new Set(tables.map(({ fileName }) => fileName.toLowerCase()));
  return tables.filter(({ fileName }) => !names.has(fileName.toLowerCase().replace(/\.csv$/, '_rv.csv')));
}

function onlyOne(path: string, [first, ...others]: readonly Entry[], kind: string): Entry | undefined {
  if (first === undefined || others.length === 0) return first;
  const names = [first, ...others].map(({ fileName }) => fileName).join(', ');
  throw new ImportFault(`${path} holds several ${kind} files (${names}). Unpack it and name one of them.`);
}

function isWorkbook({ entries }: OpenZip): boolean {
  return entries.some(({ fileName }) => fileName === 'xl/workbook.xml');
}

async function rowsOfWorkbook(book: OpenZip): Promise<AsyncIterable<CsvRow>> {
  const part = (pattern: RegExp): Entry | undefined =>
    book.entries
      .filter(({ fileName }) => pattern.test(fileName))
      .toSorted((one, other) => one.fileName.localeCompare(other.fileName, 'en', { numeric: true }))[0];
  const sheet = part(/^xl\/worksheets\/[^/]+\.xml$/);
  const strings = part(/^xl\/sharedStrings\.xml$/);
  if (!isWorkbook(book) || sheet === undefined) throw unusualZipFault(book.path);
  return workbookRows({
    strings: strings === undefined ? nothing() : await unpackedEntry(book, strings),
    sheet: await unpackedEntry(book, sheet),
  });
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function openedZip(path: string, opening: Promise<ZipFile>): Promise<OpenZip> {
  try {
    const zip = await opening;
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) if (entries.length < MOST_ENTRIES) entries.push(entry);
    return { path, zip, entries };
  } catch {
    throw unusualZipFault(path);
  }
}

/** The bytes of an entry, as they are read; a stream whose faults are sentences. */
async function unpackedEntry({ path, zip }: OpenZip, entry: Entry): Promise<AsyncIterable<Buffer>> {
  if (!entry.canDecodeFileData()) throw unusualZipFault(path);
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw unusualZipFault(path);
  });
  return buffersOf(path, stream);
}

async function* buffersOf(path: string, stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch {
    throw new ImportFault(`${path} is damaged: it cannot be unpacked completely. Nothing was imported.`);
  }
}

function unusualZipFault(path: string): ImportFault {
  return new ImportFault(
    `${path} is packed in a way that cannot be read here. Unpack it and name the CSV file.`,
  );
}
