import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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

/**
 * A fake LibreOffice, which tells a socket its arguments and runs a statement with `pdf`, the socket's answer. Its folder
 * is all that it sees of this machine.
 * @param pdfs for its runs in turn, repeating the last
 */
async function installOffice(pdfs: readonly Buffer[], statement = WRITE) {
  const place = await mkdtemp(join(folder, 'office-'));
  await chmod(place, 0o755);
  const [program, socket] = [join(place, 'soffice'), join(place, 'socket')];
  const log: string[] = [];
  let runs = 0;
  const server = createServer((connection) => {
    connection.once('data', (args) => {
      log.push(args.toString());
      connection.end(pdfs[Math.min((runs += 1), pdfs.length) - 1] ?? '');
    });
  }).listen(socket);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await chmod(socket, 0o666);
  const script = `const fs = require('node:fs');
    const args = process.argv.slice(2);
    fs.accessSync(args.at(-1));
    const goal = args[args.indexOf('--outdir') + 1] + '/document.pdf';
    const connection = require('node:net').connect(${JSON.stringify(socket)});
    connection.write(JSON.stringify(args));
    require('node:stream/consumers').buffer(connection).then((pdf) => { ${statement} });`;
  await writeFile(program, `#!${process.execPath}\n${script}\n`);
  await chmod(program, 0o755);
  return { log, findSoffice: () => program };
}

/** Writes the answer of the socket. */
const WRITE = 'fs.writeFileSync(goal, pdf);';

test('a Word document with external references is converted without any access', PATIENCE, async () => {
  using canary = await startCanary();
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
    findSoffice: () => undefined,
  });
  if (made.kind !== 'done') throw new Error(made.kind);
  expect(canary.count()).toBe(0);
  expect(made.pages).toBe(2);
  const pdf = await readPdf(made.document);
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

test('a document is converted again if text is missing, and refused if it is again', PATIENCE, async () => {
  const [empty, good] = [await emptyPdf(), makePage({})];
  const second = await installOffice([empty, good]);
  const always = await installOffice([empty]);
  const file = makeWordFile({ body: paragraph('Words') });
  const [made, refused] = await Promise.all(
    [second, always].map(({ findSoffice }) =>
      convertDocument(file, 'a.docx', { limits: LIMITS, findSoffice }),
    ),
  );
  if (made?.kind !== 'done') throw new Error(made?.kind);
  expect((await readPdf(made.document)).pages).toEqual(['Words']);
  expect(second.log).toHaveLength(2);
  expect(refused).toEqual({
    kind: 'refused',
    message:
      "We can't convert this Word document without losing part of it. Save it as a PDF and choose that.",
  });
  expect(always.log).toHaveLength(2);
});

test('an empty page is valid for an empty document, not for pictures', PATIENCE, async () => {
  const { findSoffice } = await installOffice([await emptyPdf()]);
  const convert = (parts: WordParts) =>
    convertDocument(makeWordFile(parts), 'a.docx', { limits: LIMITS, findSoffice });
  const scan = {
    body: picture('rIdOwn', 'embed'),
    relations: [{ id: 'rIdOwn', type: 'image', target: 'media/own.png' }],
    more: [{ name: 'word/media/own.png', data: makeFlatPng(10, 10) }],
  };
  expect(await Promise.all([convert({ body: paragraph('') }), convert(scan)])).toEqual([
    expect.objectContaining({ kind: 'done', pages: 1 }),
    expect.objectContaining({ kind: 'refused', message: expect.stringContaining('losing part') }),
  ]);
});

test('an installed LibreOffice runs in its own folder, which is deleted', PATIENCE, async () => {
  const { log, findSoffice } = await installOffice([makePage({})]);
  const made = await convertDocument(makeWordFile({ body: paragraph('Words') }), 'a.docx', {
    limits: LIMITS,
    findSoffice,
  });
  expect(made).toMatchObject({ kind: 'done', pages: 1 });
  const [begin = ''] = log;
  const [used] = /[^"/]*matricula-office-[^"/]*/.exec(begin) ?? [];
  expect(begin).toContain(`${used}/profile`);
  expect(await readdir(tmpdir())).not.toContain(used);
});

test('a result that is a link to a file of the server is not read', PATIENCE, async () => {
  const secret = join(folder, 'another.pdf');
  await writeFile(secret, makePage({}));
  const { findSoffice } = await installOffice([], `fs.symlinkSync(${JSON.stringify(secret)}, goal);`);
  const file = makeWordFile({ body: paragraph('Words') });
  expect(await convertDocument(file, 'a.docx', { limits: LIMITS, findSoffice })).toMatchObject({
    kind: 'failed',
  });
});

test('an office without a PDF after two runs fails', PATIENCE, async () => {
  const { log, findSoffice } = await installOffice([], '');
  const file = makeWordFile({ body: paragraph('Words') });
  expect(await convertDocument(file, 'a.docx', { limits: LIMITS, findSoffice })).toEqual({ kind: 'failed' });
  const folders = log.flatMap((line) => /[^"/]*matricula-office-[^"/]*/.exec(line)?.[0] ?? []);
  expect(new Set(folders).size).toBe(2);
  const left = await readdir(tmpdir());
  expect(left.filter((name) => folders.includes(name))).toEqual([]);
});

test('fails on timeouts and memory limits, and refuses large results', PATIENCE, async () => {
  const file = makePage({});
  const convert = (limits: Record<string, number>) =>
    convertDocument(file, 'a.pdf', { limits: { ...LIMITS, ...limits } });
  expect(await convert({ wallMs: 1 })).toEqual({ kind: 'failed' });
  expect(await convert({ memoryBytes: 1 })).toEqual({ kind: 'failed' });
  expect(await convert({ outputBytes: -1_048_576 })).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('too large once we convert it'),
  });
});
