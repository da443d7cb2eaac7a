import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { ImportFault } from './import-fault.ts';
import { openZip } from './open-zip.ts';

/**
 * The bytes of a file, unpacked when it is gzip or a zip with one CSV file. What it is, its first bytes say, not
 * its name.
 *
 * @throws ImportFault when the file cannot be read or unpacked
 */
export async function openFile(path: string): Promise<AsyncIterable<Buffer>> {
  const start = await firstBytes(path);
  if (start.readUInt16BE(0) === 0x1f_8b) return told(path, createReadStream(path).pipe(createGunzip()));
  if (start.toString('latin1') === 'PK\u0003\u0004') return told(path, await openZip(path));
  return createReadStream(path);
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
async function* told(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch {
    throw new ImportFault(`${path} is damaged: it cannot be unpacked to its end. Nothing was imported.`);
  }
}
