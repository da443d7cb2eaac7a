import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { readSheet } from 'read-excel-file/node';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { OperationError } from '#server/http/operation-error.ts';

/** `line` is the row's first line in the file, counted from 1. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] };

/**
 * Reads rows of a CSV file (also gzip), Excel workbook, or zip. The first bytes decide. CSV is streamed; empty rows are
 * skipped.
 * @throws OperationError if the file cannot be read or unpacked
 */
export async function openSpreadsheet(path: string): Promise<AsyncGenerator<TableRow>> {
  const start = await firstBytes(path);
  if (start.readUInt16BE(0) === 0x1f_8b)
    return csvRows(buffersOf(path, createReadStream(path).pipe(createGunzip())));
  if (start.toString('latin1') === 'PK\u0003\u0004') return zipRows(path);
  return csvRows(createReadStream(path));
}

async function firstBytes(path: string): Promise<Buffer> {
  const start = Buffer.alloc(4);
  try {
    await using file = await open(path);
    await file.read(start, 0, start.length, 0);
    return start;
  } catch {
    throw new OperationError(`${path} cannot be read. Is the path right?`);
  }
}

/** Longer rows indicate an unclosed quote. */
const LONGEST_ROW = 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
/** Zero bytes never occur in text, but in UTF-16, pictures and old workbooks. */
const NO_TEXT =
  'The file is neither text in UTF-8 nor an Excel workbook (.xlsx). Nothing was imported. Save it as CSV in UTF-8.';

async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  const parser = parse({
    // Cells are decoded separately; a quote inside a cell is literal.
    encoding: 'latin1',
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const source = Readable.from(textBytes(chunks));
  // Passes errors of the source to the reader of the rows.
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const newlines = record.join('').split('\n').length - 1;
      yield { line: info.lines - newlines, cells: record.map(decodedCell) };
    }
  } catch (error) {
    throw explainCsvError(error);
  }
}

async function* textBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk.includes(0)) throw new OperationError(NO_TEXT);
    const hasMark = isFirst && chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    isFirst = false;
    yield hasMark ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk;
  }
}

function explainCsvError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = Number(error['lines']);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return new OperationError(`Line ${line} opens a quote that is never closed; nothing was imported.`);
  return new OperationError(
    `Line ${line} cannot be read: text follows a closing quote; nothing was imported.`,
  );
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS = new TextDecoder('windows-1252');

/** Decodes each cell separately, because official files mix UTF-8 and windows-1252. */
function decodedCell(cell: string): string {
  if (!/[\u0080-\u00FF]/.test(cell)) return cell;
  const bytes = Buffer.from(cell, 'latin1');
  try {
    return UTF_8.decode(bytes).trim();
  } catch {
    return WINDOWS.decode(bytes).trim();
  }
}

/** Workbooks are unpacked in memory; the largest official one has 30 MB packed. */
const LARGEST_WORKBOOK = 100 * 1024 * 1024;
const LARGEST_UNPACKED = 5 * LARGEST_WORKBOOK;
const ZIP_OPTIONS = { autoClose: false, validateEntrySizes: true };
const MOST_ENTRIES = 10_000;

type OpenZip = { readonly path: string; readonly zip: ZipFile; readonly entries: readonly Entry[] };

/** Reads the only table of a zip while unpacking: its CSV file, its workbook, or the zip itself as a workbook. */
async function* zipRows(path: string): AsyncGenerator<TableRow> {
  const opened = await openZip(path, openPromise(path, ZIP_OPTIONS));
  try {
    if (opened.entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) {
      requireSmall(opened);
      yield* workbookRows(path, createReadStream(path));
      return;
    }
    const csv = onlyOne(path, withoutReplaced(entriesNamed(opened, /\.csv$/i)), 'CSV');
    if (csv) {
      yield* csvRows(await unpackedEntry(opened, csv));
      return;
    }
    const book = onlyOne(path, entriesNamed(opened, /\.xlsx$/i), 'Excel');
    if (book === undefined)
      throw new OperationError(
        `${path} holds no CSV file and no Excel workbook. Unpack it and name the right one.`,
      );
    if (book.uncompressedSize > LARGEST_WORKBOOK) throw unusualZipError(path);
    const bytes = await buffer(await unpackedEntry(opened, book));
    requireSmall(await openZip(path, fromBufferPromise(bytes, ZIP_OPTIONS)));
    yield* workbookRows(path, Readable.from([bytes]));
  } finally {
    opened.zip.close();
  }
}

function requireSmall({ path, entries }: OpenZip): void {
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (size > LARGEST_UNPACKED || entries.length === MOST_ENTRIES) throw unusualZipError(path);
}

async function openZip(path: string, opening: Promise<ZipFile>): Promise<OpenZip> {
  try {
    const zip = await opening;
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) if (entries.length < MOST_ENTRIES) entries.push(entry);
    return { path, zip, entries };
  } catch {
    throw unusualZipError(path);
  }
}

function entriesNamed({ entries }: OpenZip, name: RegExp): readonly Entry[] {
  return entries.filter(({ fileName }) => name.test(fileName));
}

/** Drops files with a revision next to them (IPEDS: hd2023_rv.csv next to hd2023.csv). */
function withoutReplaced(tables: readonly Entry[]): readonly Entry[] {
  const names = new Set(tables.map(({ fileName }) => fileName.toLowerCase()));
  return tables.filter(({ fileName }) => !names.has(fileName.toLowerCase().replace(/\.csv$/, '_rv.csv')));
}

function onlyOne(path: string, [first, ...others]: readonly Entry[], kind: string): Entry | undefined {
  if (first === undefined || others.length === 0) return first;
  const names = [first, ...others].map(({ fileName }) => fileName).join(', ');
  throw new OperationError(`${path} holds several ${kind} files (${names}). Unpack it and name one of them.`);
}

async function unpackedEntry({ path, zip }: OpenZip, entry: Entry): Promise<AsyncIterable<Buffer>> {
  if (!entry.canDecodeFileData()) throw unusualZipError(path);
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw unusualZipError(path);
  });
  return buffersOf(path, stream);
}

/** Converts errors of a stream to sentences. */
async function* buffersOf(path: string, stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch {
    throw new OperationError(`${path} is damaged: it cannot be unpacked completely. Nothing was imported.`);
  }
}

function unusualZipError(path: string): OperationError {
  return new OperationError(
    `${path} is packed in a way that cannot be read here. Unpack it and name the CSV file.`,
  );
}

/** Yields the rows of the first sheet by tab order, padded to the length of the first row. */
async function* workbookRows(path: string, file: Readable): AsyncGenerator<TableRow> {
  const rows = await readSheet(file, { parseNumber: (text) => text }).catch((error: unknown) => {
    throw error instanceof OperationError ? error : unusualZipError(path);
  });
  let width = 0;
  for (const [at, row] of rows.entries()) {
    const cells = row.map((cell) => (cell === null ? '' : String(cell)));
    if (cells.every((cell) => cell === '')) continue;
    width ||= cells.length;
    while (cells.length < width) cells.push('');
    yield { line: at + 1, cells };
  }
}
