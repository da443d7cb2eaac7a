import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { FileFault } from '../conversion.ts';
import type { ZipPart } from './write-zip.ts';
import { say } from '#texts/say.ts';
import { conversionTexts, documentsTexts } from '#generated/texts.ts';

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
 * @throws FileFault when it is broken, lies about itself, or unpacks to too much
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
    throw error instanceof FileFault ? error : noDocx();
  }
}

function noDocx(): FileFault {
  return new FileFault(`${say(conversionTexts.brokenWord)} ${say(documentsTexts.wrongType)}`);
}

async function listEntries(zip: ZipFile, size: number): Promise<readonly Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw new FileFault(say(conversionTexts.largeWord));
  const entries: Entry[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (entries.length >= MOST_ENTRIES || unpacked > MOST_BYTES)
      throw new FileFault(say(conversionTexts.largeWord));
    if (unpacked > SMALL && unpacked > size * MOST_RATIO) throw new FileFault(say(conversionTexts.largeWord));
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
