import { PDFDocument, PDFHexString, PDFName } from '@pdfme/pdf-lib';
import { expect, test } from 'vitest';
import { fixBookmarks } from '#server/pdf/render/append-documents.ts';

test.each([
  ['Mailing AddressMailing Address', 'Mailing Address'],
  ['住所住所', '住所'],
  ['Mailing Address', 'Mailing Address'],
  ['GoGo', 'GoGo'],
  ['NoNo', 'NoNo'],
])('changes the bookmark %j to %j', async (written, mended) => {
  const pdf = await PDFDocument.create();
  const root = pdf.context.nextRef();
  const bookmark = pdf.context.obj({ Title: PDFHexString.fromText(written), Parent: root });
  pdf.context.assign(root, pdf.context.obj({ First: pdf.context.register(bookmark) }));
  // Headings can repeat; other lines stay unchanged.
  fixBookmarks(pdf, ['Mailing Address', '住所', 'Go', 'GoGo']);
  expect(bookmark.get(PDFName.of('Title'))).toEqual(PDFHexString.fromText(mended));
});
