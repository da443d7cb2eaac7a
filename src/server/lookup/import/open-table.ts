import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { ImportFault } from './import-fault.ts';
import { zipRows } from './zip-rows.ts';

/**
 * The rows of a table: a CSV file, plain or gzip, an Excel workbook, or a zip that holds one of these. What it is, its
 * first bytes say, not its name.
 *
 * @throws ImportFault when the file cannot be read or unpacked
 */
export async function openTable(path: string): Promise<AsyncGenerator<CsvRow>> {
  const start = await firstBytes(path);
  if (start.readUInt16BE(0) === 0x1f_8b)
    return csvRows(unpackedTable(path, createReadStream(path).pipe(createGunzip())));
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
    throw new ImportFault(`${path} cannot be read. Is the path right?`);
  }
}

/** A stream whose faults are sentences. */
async function* unpackedTable(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch {
    throw new ImportFault(`${path} is damaged: it cannot be unpacked completely. Nothing was imported.`);
  }
}
