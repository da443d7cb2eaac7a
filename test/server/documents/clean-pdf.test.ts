import { randomBytes } from 'node:crypto';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@pdfme/pdf-lib';
import { expect, test } from 'vitest';
import { cleanPdf } from '#server/documents/convert/clean-pdf.ts';
import { convertDocument } from '#server/documents/convert/convert-document.ts';
import { countPdfPages, isCleanPdf, withPdf } from '#server/documents/convert/convert-pdf.ts';
import { makeActingPdf } from '#test/support/hostile-files/acting-pdf.ts';
import { makePage, makePdf } from '#test/support/hostile-files/pdf-file.ts';
import { readColours } from '#test/support/picture-colours.ts';

const CANARY = 'http://127.0.0.1:9/canary';

/** All keys, names and strings in a PDF, even unreferenced ones. */
async function everythingIn(bytes: Uint8Array): Promise<readonly string[]> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const found: string[] = [];
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFArray) waiting.push(...object.asArray());
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict)
      for (const [key, value] of dict.entries()) {
        found.push(key.decodeText());
        waiting.push(value);
      }
    if (object instanceof PDFName || object instanceof PDFString || object instanceof PDFHexString)
      found.push(object.decodeText());
  }
  return found;
}

const ACTING =
  /JavaScript|^JS$|OpenAction|^AA$|Launch|SubmitForm|GoToR|EmbeddedFile|Filespec|^EF$|XFA|AcroForm|RichMedia|FileAttachment|OPI|^Ref$|PieceInfo|Metadata|alert|passwd|canary|\.exe/;

test('a PDF with actions and files keeps its text, field and web link', { timeout: 600_000 }, async () => {
  const hostile = makeActingPdf(CANARY);
  expect((await everythingIn(hostile)).filter((word) => ACTING.test(word)).length).toBeGreaterThan(30);
  const made = await convertDocument(
    Buffer.concat([hostile, Buffer.from('<html><script>alert(1)</script>PK\x03\x04')]),
    'grades.pdf',
    { limits: { wallMs: 600_000 } },
  );
  if (made.kind !== 'done') throw new Error(made.kind);
  expect(made.pages).toBe(1);
  const words = await everythingIn(made.document);
  expect(words.filter((word) => ACTING.test(word))).toEqual([]);
  expect(words.filter((word) => word.includes('://'))).toEqual(['https://example.org/portfolio']);
  expect(words).toContain('grades.pdf');
  expect(made.document.includes('<script>')).toBe(false);
  const text = await withPdf(made.document, async (pdf) => {
    expect(await isCleanPdf(pdf)).toBe(true);
    const { items } = await (await pdf.getPage(1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  expect(text).toBe('Words');
  // The field's appearance, at (20 to 120, 100 to 120) of 200 × 300 points.
  expect((await readColours(made.thumbnail)).at(35, 63)).toEqual([254, 0, 0]);
});

test('protected and broken PDFs are refused with a remedy', async () => {
  const encrypted = makePdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> /P -4 >> /ID [<00> <00>]`,
  );
  const isProtected = /locked or has a password.*printing it to a new PDF/;
  const isBroken = /may be damaged.*print it to a new PDF/;
  await expect(cleanPdf(encrypted, 'a.pdf')).rejects.toThrow(isProtected);
  await expect(withPdf(encrypted, async (pdf) => pdf.numPages)).rejects.toThrow(isProtected);
  const page = makePage({});
  await expect(cleanPdf(page.subarray(0, 60), 'a.pdf')).rejects.toThrow(isBroken);
  await expect(withPdf(Buffer.from('%PDF-1.7 words'), async (pdf) => pdf.numPages)).rejects.toThrow(isBroken);
  const loop = makePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']);
  await expect(cleanPdf(loop, 'a.pdf')).rejects.toThrow(isBroken);
});

/** A form with one field without an appearance. */
function makeForm(value: string): Buffer {
  return makePage({
    page: '/Annots [6 0 R]',
    more: [`<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (${value}) /Rect [20 100 120 120] >>`],
  });
}

test('a filled-in form without appearances is refused, an empty one is not', async () => {
  await expect(cleanPdf(makeForm('Ada'), 'a.pdf')).rejects.toThrow(
    /form that some programs don't show.*Print it/,
  );
  await expect(cleanPdf(makeForm(''), 'a.pdf')).resolves.toBeInstanceOf(Buffer);
});

test('a PDF of more than 200 pages is refused with its page count', async () => {
  const long = await PDFDocument.create();
  for (let page = 0; page < 201; page += 1) long.addPage([200, 300]);
  const bytes = await long.save();
  await expect(withPdf(bytes, (pdf) => countPdfPages(pdf, 200))).rejects.toThrow(/201 pages/);
});

test('a PDF that grows is refused, such as by what its pages inherit', async () => {
  const noise = randomBytes(30_000).toString('hex');
  const kids = Array.from({ length: 100 }, (_, at) => `${at + 3} 0 R`);
  const file = makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count 100 /MediaBox [0 0 9 9] /Resources << /X << /Y <${noise}> >> >> >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R >>'),
  ]);
  expect(await convertDocument(file, 'a.pdf')).toMatchObject({ kind: 'refused' });
});

test('a name behind two references is refused', async () => {
  const resources = '/Properties << /P1 << /S 6 0 R /F (calc.exe) >> >>';
  const file = makePage({ resources, content: '/P1 Do', more: ['7 0 R', '/Launch'] });
  await expect(cleanPdf(file, 'a.pdf')).rejects.toThrow(/may be damaged/);
});
