import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

/** A file as Playwright gives it to a page. */
export type SampleFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A PDF with one line of text on each of its pages. */
export async function samplePdf(name: string, pages = 1): Promise<SampleFile> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) {
    document.addPage([612, 792]).drawText(`${name}, page ${page}`, { x: 72, y: 680, size: 28 });
  }
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) };
}

/**
 * A picture of coloured noise, which no compression makes smaller: about three bytes for each of its points.
 *
 * @param side points a side
 */
export async function samplePng(name: string, side: number): Promise<SampleFile> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const buffer = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

const TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** A Word document of one paragraph. */
export function sampleDocx(name: string, text: string): SampleFile {
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  const buffer = zipOf([
    ['[Content_Types].xml', TYPES],
    ['_rels/.rels', RELATIONS],
    ['word/document.xml', document],
  ]);
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer,
  };
}

/** A zip file of texts, none of them compressed. */
function zipOf(entries: readonly (readonly [string, string])[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const where = Buffer.alloc(16);
    where.writeUInt32LE(offset, 12);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, data]);
    locals.push(local);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, where.subarray(2), name]));
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
