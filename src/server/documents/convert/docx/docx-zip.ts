import { zipSync } from 'fflate';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { FileError } from '../conversion.ts';
import { ownText, say, conversionTexts, documentsTexts } from '#texts/say.ts';
import { buffer } from 'node:stream/consumers';

/** Limits of an unpacked Word document, checked before and during unpacking. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_RATIO = 100;
/** Below this, a high ratio (a long empty table) is harmless. */
const SMALL = 1024 * 1024;
/** The shortest header before an entry's data (APPNOTE 4.3.7). */
const HEAD_SIZE = 30;

/**
 * Unpacks the parts selected by `wanted`.
 * @throws FileError if the zip is broken, inconsistent or unpacks to too much
 */
export async function readZip(bytes: Buffer, wanted: (name: string) => boolean): Promise<readonly ZipPart[]> {
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
    const entries = await listEntries(zip, bytes.length);
    const parts: ZipPart[] = [];
    for (const entry of entries)
      if (wanted(entry.fileName)) parts.push({ name: entry.fileName, data: await unpackEntry(zip, entry) });
    return parts;
  } catch (error) {
    throw error instanceof FileError ? error : noDocx();
  }
}

function noDocx(): FileError {
  return new FileError(`${say(conversionTexts.brokenWord)} ${ownText(documentsTexts.wrongType)}`);
}

async function listEntries(zip: ZipFile, size: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    const isUnusual = unpacked > SMALL && unpacked > size * MOST_RATIO;
    if (isUnusual || entries.length >= MOST_ENTRIES || unpacked > MOST_BYTES)
      throw new FileError(say(conversionTexts.largeWord));
    entries.push(entry);
  }
  // Readers differ in which of two equally named parts they use.
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  if (entriesOverlap(entries, size) || names.size < entries.length) throw noDocx();
  return entries;
}

/** Whether entries share packed bytes, and so unpack to more than their total size. */
function entriesOverlap(entries: readonly Entry[], size: number): boolean {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  return inOrder.some(({ relativeOffsetOfLocalHeader: start, compressedSize }, index) => {
    const next = inOrder[index + 1]?.relativeOffsetOfLocalHeader ?? size;
    return start + HEAD_SIZE + compressedSize > next;
  });
}

async function unpackEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw noDocx();
  // The library refuses an entry longer than declared.
  return await buffer(await zip.openReadStreamPromise(entry));
}

export type ZipPart = { readonly name: string; readonly data: Uint8Array };

/** The earliest date of a zip, so that the same document gives the same bytes. */
const DATE = '1980-01-01T00:00:00';

/** Writes parts to an uncompressed zip, which only passes between processes. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const files = Object.fromEntries(parts.map(({ name, data }) => [name, data]));
  return Buffer.from(zipSync(files, { level: 0, mtime: DATE }));
}
