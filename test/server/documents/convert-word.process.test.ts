import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PDFDocument } from '@pdfme/pdf-lib';
import { convertDocument } from '#server/documents/convert/convert-document.ts';
import { startCanary } from '#test/support/hostile-files/canary.ts';
import { makePage } from '#test/support/hostile-files/pdf-file.ts';
import { makeFlatPng } from '#test/support/hostile-files/pictures.ts';
import {
  field,
  makeWordFile,
  paragraph,
  picture,
  type WordParts,
} from '#test/support/hostile-files/word-file.ts';
import { wordThatRefers } from '#test/support/hostile-files/word-references.ts';
import { readColours } from '#test/support/picture-colours.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const TABLE = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${paragraph('In a table')}</w:tc></w:tr></w:tbl>`;
const BOX = `<w:p><w:r><w:pict><v:shape style="width:200pt;height:40pt"><v:textbox><w:txbxContent>${paragraph('In a box')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;
/** Enough for any machine and a retry. */
const LIMITS = { wallMs: 240_000 };
const PATIENCE = { timeout: 600_000 };
const NAMES = ['名前 山田太郎', '홍길동', 'محمد', 'שלום', 'Zoë Ελένη Кирилл'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matricula-soffice-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A fake LibreOffice, which logs its start and end. */
async function installOffice(name: string, script: string): Promise<() => Promise<string>> {
  const file = join(folder, name);
  const note = `require('node:fs').appendFileSync(${JSON.stringify(join(folder, `${name}.log`))}, `;
  await writeFile(
    file,
    `#!${process.execPath}\n${note}'begin ' + JSON.stringify(process.argv.slice(2)) + '\\n');\n${script}\n${note}'end\\n');\n`,
  );
  await chmod(file, 0o700);
  return () => Promise.resolve(file);
}

async function noted(name: string): Promise<readonly string[]> {
  return (await readFile(join(folder, `${name}.log`), 'utf8')).trim().split('\n');
}

test('a Word document with external references is converted without any access', PATIENCE, async () => {
  await using canary = await startCanary();
  const hostile = wordThatRefers(canary.address);
  const red = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const file = makeWordFile({
    ...hostile,
    body: `${picture('rIdOwn', 'embed')}${NAMES.map(paragraph).join('')}${TABLE}${BOX}${hostile.body}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${field([' PAGE '], '77')}`,
    relations: [...(hostile.relations ?? []), { id: 'rIdOwn', type: 'image', target: 'media/own.png' }],
    more: [{ name: 'word/media/own.png', data: red }],
  });
  const made = await convertDocument(file, 'Essay.docx', {
    limits: LIMITS,
    findSoffice: () => Promise.resolve(undefined),
  });
  if (made.kind !== 'converted') throw new Error(made.message);
  expect(canary.count()).toBe(0);
  expect(made.pages).toBe(2);
  const pdf = await readPdf(made.pdf);
  expect(pdf.title).toBe('Essay.docx');
  for (const words of [
    ...NAMES,
    'In a table',
    'In a box',
    'Before',
    'Result of a picture',
    'Result of a text',
    'My portfolio',
    'After',
  ])
    expect(pdf.pages[0]).toContain(words);
  expect(pdf.pages.join('')).not.toMatch(/root:|passwd|canary/);
  expect(pdf.pages[1]?.trim()).toBe('2');
  expect((await readColours(made.thumbnail)).has([255, 0, 0])).toBe(true);
});

/** A PDF with one empty page. */
async function emptyPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  return Buffer.from(await document.save());
}

/** A fake office that writes these files in turn, repeating the last. */
function writing(name: string, pdfs: readonly Buffer[]): string {
  return `const fs = require('node:fs');
    const runs = fs.readFileSync(${JSON.stringify(join(folder, `${name}.log`))}, 'utf8').split('begin').length - 1;
    const pdfs = ${JSON.stringify(pdfs.map((pdf) => pdf.toString('base64')))};
    const args = process.argv.slice(2);
    fs.accessSync(args.at(-1));
    fs.writeFileSync(args[args.indexOf('--outdir') + 1] + '/document.pdf', pdfs[Math.min(runs, pdfs.length) - 1], 'base64');`;
}

const begun = async (name: string): Promise<number> =>
  (await noted(name)).filter((line) => line.startsWith('begin')).length;

test('a document is converted again if text is missing, and refused if it is again', PATIENCE, async () => {
  const [empty, good] = [await emptyPdf(), makePage({})];
  const once = await installOffice('once', writing('once', [empty, good]));
  const always = await installOffice('always', writing('always', [empty]));
  const file = makeWordFile({ body: paragraph('Words') });
  const [made, refused] = await Promise.all(
    [once, always].map((findSoffice) => convertDocument(file, 'a.docx', { limits: LIMITS, findSoffice })),
  );
  if (made?.kind !== 'converted') throw new Error(made?.message);
  expect((await readPdf(made.pdf)).pages).toEqual(['Words']);
  expect(await begun('once')).toBe(2);
  expect(refused).toEqual({
    kind: 'refused',
    message:
      "We can't convert this Word document without losing part of it. Save it as a PDF and choose that.",
  });
  expect(await begun('always')).toBe(2);
});

test('an empty page is valid for an empty document, not for pictures', PATIENCE, async () => {
  const findSoffice = await installOffice('empty', writing('empty', [await emptyPdf()]));
  const convert = (parts: WordParts) =>
    convertDocument(makeWordFile(parts), 'a.docx', { limits: LIMITS, findSoffice });
  const scan = {
    body: picture('rIdOwn', 'embed'),
    relations: [{ id: 'rIdOwn', type: 'image', target: 'media/own.png' }],
    more: [{ name: 'word/media/own.png', data: makeFlatPng(10, 10) }],
  };
  expect(await Promise.all([convert({ body: paragraph('') }), convert(scan)])).toEqual([
    expect.objectContaining({ kind: 'converted', pages: 1 }),
    expect.objectContaining({ kind: 'refused', message: expect.stringContaining('losing part') }),
  ]);
});

test('an installed LibreOffice runs in its own folder, which is deleted', PATIENCE, async () => {
  const findSoffice = await installOffice('good', writing('good', [makePage({})]));
  const made = await convertDocument(makeWordFile({ body: paragraph('Words') }), 'a.docx', {
    limits: LIMITS,
    findSoffice,
  });
  expect(made).toMatchObject({ kind: 'converted', pages: 1 });
  const [begin = ''] = await noted('good');
  const [used] = /[^"/]*matricula-office-[^"/]*/.exec(begin) ?? [];
  expect(begin).toContain(`${used}/profile`);
  expect(await readdir(tmpdir())).not.toContain(used);
});

test('an office without a PDF after two runs fails, and at most two run at once', PATIENCE, async () => {
  const findSoffice = await installOffice('silent', '');
  const file = makeWordFile({ body: paragraph('Words') });
  const ends = await Promise.all(
    ['a.docx', 'b.docx', 'c.docx', 'd.docx'].map((name) =>
      convertDocument(file, name, { limits: LIMITS, findSoffice }),
    ),
  );
  for (const end of ends)
    expect(end).toMatchObject({ kind: 'failed', message: expect.stringContaining('Please try again') });
  let atOnce = 0;
  for (const line of await noted('silent')) {
    atOnce += line === 'end' ? -1 : 1;
    expect(atOnce).toBeLessThanOrEqual(2);
  }
  const folders = (await noted('silent')).flatMap(
    (line) => /[^"/]*matricula-office-[^"/]*/.exec(line)?.[0] ?? [],
  );
  expect(new Set(folders).size).toBe(8);
  const left = await readdir(tmpdir());
  expect(left.filter((name) => folders.includes(name))).toEqual([]);
});

test('fails on timeouts and memory limits, and refuses large results', PATIENCE, async () => {
  const file = makePage({});
  const convert = (limits: Record<string, number>) =>
    convertDocument(file, 'a.pdf', { limits: { ...LIMITS, ...limits } });
  expect(await convert({ wallMs: 1 })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('too long'),
  });
  expect(await convert({ memoryBytes: 1 })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('too much memory'),
  });
  expect(await convert({ outputBytes: -1_048_576 })).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('too large once we convert it'),
  });
});
