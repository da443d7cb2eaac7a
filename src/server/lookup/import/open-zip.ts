import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { ImportFault } from './import-fault.ts';

/** Signatures and sizes of the records of a zip file (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
const LOCAL_SIZE = 30;
const CENTRAL = 0x02_01_4b_50;
const CENTRAL_SIZE = 46;
const END = 0x06_05_4b_50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const MOST_CENTRAL = 1024 * 1024;
/** Written where the true number stands in a zip64 record. */
const ELSEWHERE = 0xff_ff_ff_ff;

const STORED = 0;
const DEFLATED = 8;

type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedSize: number;
  readonly offset: number;
};

/**
 * The bytes of the one CSV file in a zip, unpacked as they are read.
 *
 * @throws ImportFault when there is none or more than one, or when it is packed in an unusual way
 */
export async function openZip(path: string): Promise<AsyncIterable<Buffer>> {
  await using file = await open(path);
  const entries = (await listEntries(path, file)).filter(({ name }) => /\.csv$/i.test(name));
  const [entry, ...others] = entries;
  if (entry === undefined)
    throw new ImportFault(`${path} holds no CSV file. Unpack it and name the right one.`);
  if (others.length > 0) {
    const names = entries.map(({ name }) => name).join(', ');
    throw new ImportFault(`${path} holds several CSV files (${names}). Unpack it and name one of them.`);
  }
  const isUsual = entry.method === STORED || entry.method === DEFLATED;
  if (!isUsual || entry.isEncrypted || entry.packedSize === ELSEWHERE || entry.offset === ELSEWHERE)
    throw unusual(path);
  const local = await readAt(file, entry.offset, LOCAL_SIZE);
  const start = entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (entry.packedSize === 0) return emptyFile();
  const packed = createReadStream(path, { start, end: start + entry.packedSize - 1 });
  return entry.method === STORED ? packed : packed.pipe(createInflateRaw());
}

async function* emptyFile(): AsyncGenerator<Buffer> {}

/** Reads the list at the end of the file: only there the sizes are certain. */
async function listEntries(path: string, file: FileHandle): Promise<readonly ZipEntry[]> {
  const { size } = await file.stat();
  const tailSize = Math.min(size, END_SIZE + LONGEST_COMMENT);
  const tail = await readAt(file, size - tailSize, tailSize);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at < 0 || tail.length - at < END_SIZE || tail.readUInt32LE(at) !== END) throw unusual(path);
  const listSize = tail.readUInt32LE(at + 12);
  const listStart = tail.readUInt32LE(at + 16);
  if (listSize > MOST_CENTRAL || listStart + listSize > size) throw unusual(path);
  return readEntries(path, await readAt(file, listStart, listSize));
}

function readEntries(path: string, list: Buffer): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < list.length;) {
    if (list.length - at < CENTRAL_SIZE || list.readUInt32LE(at) !== CENTRAL) throw unusual(path);
    const nameSize = list.readUInt16LE(at + 28);
    entries.push({
      name: list.toString('utf8', at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameSize),
      method: list.readUInt16LE(at + 10),
      isEncrypted: (list.readUInt16LE(at + 8) & 1) === 1,
      packedSize: list.readUInt32LE(at + 20),
      offset: list.readUInt32LE(at + 42),
    });
    at += CENTRAL_SIZE + nameSize + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

async function readAt(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, position);
  return bytes;
}

function unusual(path: string): ImportFault {
  return new ImportFault(
    `${path} is packed in a way that is not understood. Unpack it and name the CSV file.`,
  );
}
