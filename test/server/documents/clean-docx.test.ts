import { expect, test } from 'vitest';
import { cleanDocx } from '#server/documents/convert/docx/clean-docx.ts';
import { makeFlatPng } from '#test/support/hostile-files/pictures.ts';
import {
  MACRO_MAIN,
  makeWordFile,
  paragraph,
  relationsXml,
  wordEntries,
} from '#test/support/hostile-files/word-file.ts';
import { wordThatRefers } from '#test/support/hostile-files/word-references.ts';
import { makeZip, type ZipEntry } from '#test/support/hostile-files/zip-file.ts';

const CANARY = 'http://127.0.0.1:9/canary';
const PLAIN = { body: paragraph('Words') };
const MEGABYTE = 1024 * 1024;

/** The Word file with one part replaced. */
function withPart(name: string, data: string | Buffer): Buffer {
  return makeZip(wordEntries(PLAIN).map((entry) => (entry.name === name ? { name, data } : entry)));
}

const NAMING =
  /canary|passwd|share|INCLUDE|TEXT "|DEAUTO|altChunk|subDoc|OLEObject|oleObject|attachedTemplate|mailMerge|aFChunk|file:|link="rId/g;

test('removes references to other files, and keeps the text', async () => {
  const hostile = wordThatRefers(CANARY);
  const cleaned = (await cleanDocx(makeWordFile(hostile))).toString('utf8');
  expect(`${hostile.body}${hostile.settings}`.match(NAMING)?.length).toBeGreaterThan(10);
  expect(cleaned.match(NAMING)).toBeNull();
  const results = cleaned.match(/Before|Result [a-z ]+| PAGE |My portfolio|After/g);
  expect(results).toEqual([
    'Before',
    'Result of a picture',
    'Result of a text',
    'Result of an exchange',
    ' PAGE ',
    'Result in short',
    'My portfolio',
    'After',
  ]);
  expect(cleaned).toContain('https://example.org/portfolio');
});

const ENTITY = '<!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
const BOMB =
  '<!DOCTYPE w:document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
const REMOTE = `<!DOCTYPE Types PUBLIC "x" "${CANARY}">`;
const types = String(wordEntries(PLAIN)[0]?.data);

const WITH_DOCUMENT_TYPES: Readonly<Record<string, Buffer>> = {
  'an entity for a file in the text': makeWordFile({ body: paragraph('&x;'), documentType: ENTITY }),
  'an expansion bomb': makeWordFile({ body: paragraph('&c;'), documentType: BOMB }),
  'a remote document type in the content types': withPart(
    '[Content_Types].xml',
    types.replace('<Types', `${REMOTE}<Types`),
  ),
  'an entity in the relations': withPart(
    'word/_rels/document.xml.rels',
    relationsXml([]).replace('<Relationships', `${ENTITY}<Relationships`),
  ),
  'UTF-16, in which such a thing could hide': withPart(
    'word/document.xml',
    Buffer.from('\ufeff<w:document/>', 'utf16le'),
  ),
  'a declared encoding that turns letters into markup': withPart(
    'word/document.xml',
    '<?xml version="1.0" encoding="UTF-7"?><w:document/>',
  ),
  'tags that do not close': withPart('word/document.xml', '<w:document><w:body></w:document></w:body>'),
  'nesting without end': withPart('word/document.xml', '<a>'.repeat(100_000)),
};

test.for(Object.entries(WITH_DOCUMENT_TYPES))('refuses %s', async ([, file]) => {
  await expect(cleanDocx(file)).rejects.toThrow(/can't read.*Save it as a PDF/);
});

const big = Buffer.alloc(60 * MEGABYTE);
const honest = wordEntries(PLAIN);
const more = (entries: readonly ZipEntry[]): Buffer => makeZip([...honest, ...entries]);

const BOMBS: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  'unpacks to more than 20 MB': [more([{ name: 'word/a.xml', data: big }]), /Word document is too large/],
  'unpacks to a hundred times its size': [
    more([{ name: 'word/a.xml', data: big.subarray(0, 10 * MEGABYTE) }]),
    /Word document is too large/,
  ],
  'lies about the size of a part': [
    more([{ name: 'word/a.xml', data: big, claimedSize: 100 }]),
    /isn't a Word document, or it's damaged/,
  ],
  'has 10,000 entries': [
    makeZip(Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}`, data: '' }))),
    /Word document is too large/,
  ],
  'has entries that share their bytes': [
    more([{ name: 'word/a.xml', data: '<a/>', sharesWith: 2 }]),
    /isn't a Word document, or it's damaged/,
  ],
  'has two parts of one name': [
    more([{ name: 'word/Document.xml', data: '<a/>' }]),
    /isn't a Word document, or it's damaged/,
  ],
  'climbs out of its folder': [
    more([{ name: '../../x.xml', data: '<a/>' }]),
    /isn't a Word document, or it's damaged/,
  ],
  'has encrypted parts': [
    more([{ name: 'word/a.xml', data: '<a/>', flags: 1 }]),
    /isn't a Word document, or it's damaged/,
  ],
  'holds a picture of 50 megapixels': [
    more([{ name: 'word/media/a.png', data: makeFlatPng(7100, 7100) }]),
    /too large/,
  ],
};

test.for(Object.entries(BOMBS))('refuses a file that %s, with flat memory', async ([, [file, sentence]]) => {
  expect(file.length).toBeLessThan(MEGABYTE);
  const before = process.memoryUsage().rss;
  await expect(cleanDocx(file)).rejects.toThrow(sentence);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
});

test('refuses macros and other packages, with the remedy', async () => {
  const macros = makeWordFile({ ...PLAIN, mainType: MACRO_MAIN });
  await expect(cleanDocx(macros)).rejects.toThrow(/has macros.*without macros \(\.docx\)/);
  const allowed = 'the following file types: {types}';
  const openDocument = makeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' },
    { name: 'content.xml', data: '<office:document-content/>' },
  ]);
  for (const file of [
    openDocument,
    makeZip([{ name: 'program.exe', data: 'MZ' }]),
    Buffer.from('PK\x03\x04'),
  ])
    await expect(cleanDocx(file)).rejects.toThrow(allowed);
});

test('removes embedded files, programs, drawings and author data', async () => {
  const file = more([
    { name: 'word/embeddings/inner.zip', data: makeZip(honest) },
    { name: 'word/vbaProject.bin', data: 'MZ' },
    { name: 'word/media/drawing.svg', data: '<svg onload="alert(1)"/>' },
    { name: 'word/media/scan.png', data: makeFlatPng(10, 10) },
    { name: 'docProps/core.xml', data: '<coreProperties>Author</coreProperties>' },
  ]);
  const cleaned = (await cleanDocx(file)).toString('latin1');
  for (const name of ['inner.zip', 'vbaProject', 'drawing.svg', 'docProps', 'Author'])
    expect(cleaned).not.toContain(name);
  expect(cleaned).toContain('word/media/scan.png');
});

test('accepts documents of Word on the web', async () => {
  const renamed = honest.map(({ name, data }) => ({
    name: name.replace('document.xml', 'document2.xml'),
    data: String(data).replace('word/document.xml', 'word/document2.xml'),
  }));
  expect((await cleanDocx(makeZip(renamed))).toString('utf8')).toContain('Words');
});
