import { crc32 } from 'node:zlib';

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
