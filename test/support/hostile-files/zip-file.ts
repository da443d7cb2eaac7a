import { crc32, deflateRawSync } from 'node:zlib';

/** A zip entry to write, possibly with false headers. */
export type ZipEntry = {
  readonly name: string;
  readonly data: Uint8Array | string;
  /** Declared uncompressed size; default: the actual one. */
  readonly claimedSize?: number;
  /** Index of the entry whose bytes it shares. */
  readonly sharesWith?: number;
  readonly flags?: number;
  readonly isStored?: boolean;
};

const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;

/** A compressed zip file of these files. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return makeZip(Object.entries(files).map(([name, data]) => ({ name, data })));
}

/** A compressed zip file with the declared headers. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  const offsets: number[] = [];
  let end = 0;
  for (const entry of entries) {
    const { local, central } = heads(entry);
    const own = entry.sharesWith === undefined;
    offsets.push(own ? end : (offsets[entry.sharesWith] ?? 0));
    central.writeUInt32LE(offsets.at(-1) ?? 0, 42);
    centrals.push(central);
    if (own) {
      locals.push(local);
      end += local.length;
    }
  }
  const list = Buffer.concat(centrals);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06_05_4b_50, 0);
  tail.writeUInt16LE(entries.length & 0xff_ff, 8);
  tail.writeUInt16LE(entries.length & 0xff_ff, 10);
  tail.writeUInt32LE(list.length, 12);
  tail.writeUInt32LE(end, 16);
  return Buffer.concat([...locals, list, tail]);
}

function heads(entry: ZipEntry): { readonly local: Buffer; readonly central: Buffer } {
  const data = Buffer.from(entry.data);
  const packed = entry.isStored ? data : deflateRawSync(data);
  const name = Buffer.from(entry.name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(entry.flags ?? 0, 2);
  fields.writeUInt16LE(entry.isStored ? 0 : 8, 4);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(entry.claimedSize ?? data.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.alloc(LOCAL_SIZE);
  local.writeUInt32LE(0x04_03_4b_50, 0);
  fields.copy(local, 4);
  const central = Buffer.alloc(CENTRAL_SIZE);
  central.writeUInt32LE(0x02_01_4b_50, 0);
  fields.copy(central, 6);
  return { local: Buffer.concat([local, name, packed]), central: Buffer.concat([central, name]) };
}
