import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { FileError } from '../conversion.ts';
import { say, conversionTexts, documentsTexts } from '#texts/say.ts';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

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
  return new FileError(`${say(conversionTexts.brokenWord)} ${say(documentsTexts.wrongType)}`);
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

/** Record signatures, and the flag for UTF-8 names (APPNOTE 4.3.7, 4.3.12, 4.3.16, 4.4.4). */
const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
const UTF8_NAMES = 0x08_00;
/** 1 January 1980, the earliest date of a zip. */
const DATE = 0x00_21;

/** Writes parts to an uncompressed zip, which only passes between processes. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Uint8Array[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of parts) {
    const text = Buffer.from(name);
    const { length } = data;
    // Common to both headers of a part: method and time are 0, and there is no extra field.
    const head = Buffer.concat([
      zipFields(2, [VERSION, UTF8_NAMES, 0, 0, DATE]),
      zipFields(4, [crc32(data), length, length]),
      zipFields(2, [text.length, 0]),
    ]);
    locals.push(zipFields(4, [LOCAL]), head, text, data);
    centrals.push(zipFields(4, [CENTRAL]), zipFields(2, [VERSION]), head);
    // No comment, disk or attributes.
    centrals.push(zipFields(2, [0, 0, 0]), zipFields(4, [0, offset]), text);
    offset += 4 + head.length + text.length + length;
  }
  const list = Buffer.concat(centrals);
  const { length } = parts;
  const end = [
    zipFields(4, [END]),
    zipFields(2, [0, 0, length, length]),
    zipFields(4, [list.length, offset]),
  ];
  return Buffer.concat([...locals, list, ...end, zipFields(2, [0])]);
}

/** Writes numbers as two or four bytes each. */
function zipFields(size: 2 | 4, numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * numbers.length);
  numbers.forEach((number, at) => bytes.writeUIntLE(number, at * size, size));
  return bytes;
}
