import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A plain gray PNG, tiny as a file whatever its pixel size. */
export function makeFlatPng(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.min(height * (width + 1), 60_000_000)));
  return Buffer.concat([PNG, header(width, height), chunk('IDAT', rows), chunk('IEND')]);
}

/** A PNG that declares this size and has no data. */
export function makeClaimingPng(width: number, height: number): Buffer {
  return Buffer.concat([
    PNG,
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(8))),
    chunk('IEND'),
  ]);
}

/** An animated PNG with this many frames. */
export function makeAnimatedPng(frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(1, 4);
  frame.writeUInt32BE(1, 8);
  const pixel = deflateSync(Buffer.alloc(2));
  const many = Array.from({ length: frames }, () => chunk('fcTL', frame));
  return Buffer.concat([
    PNG,
    header(1, 1),
    chunk('acTL', control),
    chunk('IDAT', pixel),
    ...many,
    chunk('IEND'),
  ]);
}

/** A JPEG from a phone: left half red, right half blue, stored rotated, with GPS metadata. */
export async function makePhonePhoto(width = 400, height = 300): Promise<Buffer> {
  const right = await sharp({ create: { width: width / 2, height, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  return await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .jpeg()
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { Copyright: 'SECRET-NOTE' }, IFD3: { GPSLatitudeRef: 'N' } },
    })
    .toBuffer();
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  return chunk('IHDR', data);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
