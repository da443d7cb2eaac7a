import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { FileError } from '../conversion.ts';
import { say } from '#texts/say.ts';
import { conversionTexts, documentsTexts } from '#generated/texts.ts';
import { crc32 } from 'node:zlib';

/** What a Word document may unpack to; counted before and while it is unpacked. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_RATIO = 100;
/** Below this, a good ratio (a long empty table) is no danger. */
const SMALL = 1024 * 1024;
/** The shortest head before the data of an entry (APPNOTE 4.3.7). */
const HEAD_SIZE = 30;

/**
 * The parts of a zip file that `wanted` names, unpacked.
 *
 * @throws FileError when it is broken, lies about itself, or unpacks to too much
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
  if (zip.entryCount > MOST_ENTRIES) throw new FileError(say(conversionTexts.largeWord));
  const entries: Entry[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (entries.length >= MOST_ENTRIES || unpacked > MOST_BYTES)
      throw new FileError(say(conversionTexts.largeWord));
    if (unpacked > SMALL && unpacked > size * MOST_RATIO) throw new FileError(say(conversionTexts.largeWord));
    entries.push(entry);
  }
  if (entriesOverlap(entries, size) || namesRepeat(entries)) throw noDocx();
  return entries;
}

/** Entries that share their packed bytes unpack to more than the sum of their sizes. */
function entriesOverlap(entries: readonly Entry[], size: number): boolean {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  return inOrder.some(({ relativeOffsetOfLocalHeader: start, compressedSize }, index) => {
    const next = inOrder[index + 1]?.relativeOffsetOfLocalHeader ?? size;
    return start + HEAD_SIZE + compressedSize > next;
  });
}

/** Of two parts with one name, each reader picks its own. */
function namesRepeat(entries: readonly Entry[]): boolean {
  return new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size < entries.length;
}

async function unpackEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw noDocx();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // The library refuses an entry that is longer than it says; this holds whatever it does.
    if (size > entry.uncompressedSize) throw noDocx();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export type ZipPart = { readonly name: string; readonly data: Uint8Array };

/** Signatures and sizes of the records, and "names are UTF-8" (APPNOTE 4.3.7, 4.3.12, 4.3.16, 4.4.4). */
const LOCAL = { signature: 0x04_03_4b_50, size: 30 };
const CENTRAL = { signature: 0x02_01_4b_50, size: 46 };
const END = { signature: 0x06_05_4b_50, size: 22 };
const VERSION = 20;
const UTF8_NAMES = 0x08_00;
/** 1 January 1980, the first day a zip knows. */
const DATE = 0x00_21;

/** A zip file of these parts as they are, not packed: it only goes from one process to the next. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const fields = zipPartHead(part, name);
    const local = Buffer.concat([localHead(fields), name, part.data]);
    centrals.push(Buffer.concat([centralHead(fields, offset), name]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(centrals);
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

/** The 26 bytes that both heads of a part have in common. */
function zipPartHead({ data }: ZipPart, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(data.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function localHead(fields: Buffer): Buffer {
  const head = Buffer.alloc(LOCAL.size);
  head.writeUInt32LE(LOCAL.signature, 0);
  fields.copy(head, 4);
  return head;
}

function centralHead(fields: Buffer, offset: number): Buffer {
  const head = Buffer.alloc(CENTRAL.size);
  head.writeUInt32LE(CENTRAL.signature, 0);
  head.writeUInt16LE(VERSION, 4);
  fields.copy(head, 6);
  head.writeUInt32LE(offset, 42);
  return head;
}
