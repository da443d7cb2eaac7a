import { expect, test } from 'vitest';
import { readFileKind } from '#server/documents/convert/file-kind.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const PDF = Buffer.from('%PDF-1.7\n');
const ALLOWED = 'You can only enter the following file types: {types}';

function refusal(bytes: Uint8Array, fileName: string): string {
  try {
    return `taken as ${readFileKind(bytes, fileName)}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
}

test('recognizes the allowed kinds by content, for any case of the extension', () => {
  expect(readFileKind(PNG, 'a.PNG')).toBe('png');
  expect(readFileKind(Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'a.jpg')).toBe('jpeg');
  expect(readFileKind(Buffer.from('\xff\xd8\xff\xe1', 'latin1'), 'a.b.Jpeg')).toBe('jpeg');
  expect(readFileKind(PDF, 'a.pdf')).toBe('pdf');
  expect(readFileKind(Buffer.from('PK\x03\x04'), 'a.docx')).toBe('docx');
});

test('explains how to rename a file with the wrong extension', () => {
  expect(refusal(PDF, 'grades.png')).toBe(
    'This file is a PDF, but its name ends in .png. Rename it to end in .pdf and choose it again.',
  );
  expect(refusal(PNG, 'photo.jpg')).toContain('Rename it to end in .png');
  expect(refusal(PDF, 'grades.pdf.exe')).toContain(ALLOWED);
  expect(refusal(PDF, 'grades')).toContain(ALLOWED);
  expect(refusal(Buffer.from('PK\x03\x04'), 'archive.pdf')).toContain(ALLOWED);
});

const PROGRAMS = {
  exe: 'MZ\x90\0',
  elf: '\x7fELF',
  script: '#!/bin/sh\n',
  javascript: 'alert(1)',
  html: '<!doctype html><script>alert(1)</script>',
  'html before a PDF': '<html>%PDF-1.7',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><foreignObject/></svg>',
  'svg behind a mark': '\xef\xbb\xbf<?xml version="1.0"?><svg/>',
  'flat open document': '<?xml version="1.0"?><office:document/>',
  gif: 'GIF89a',
  webp: 'RIFF\0\0\0\0WEBPVP8 ',
  '7z': '7z\xbc\xaf\x27\x1c',
};

test.for(Object.entries(PROGRAMS))(
  'refuses %s under each allowed name, and lists allowed kinds',
  ([, start]) => {
    for (const ending of ['png', 'jpeg', 'jpg', 'pdf', 'docx'])
      expect(refusal(Buffer.from(start, 'latin1'), `a.${ending}`)).toContain(ALLOWED);
  },
);

test('explains what to do with common wrong files', () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1');
  expect(refusal(heic, 'IMG_1.jpg')).toMatch(/HEIC photo.*Most Compatible.*send it as a \.jpg/);
  const oldWord = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  expect(refusal(oldWord, 'essay.docx')).toMatch(/old or password-protected.*\.docx without a password/);
  expect(refusal(Buffer.from(String.raw`{\rtf1`), 'essay.docx')).toMatch(/RTF.*\.docx or a PDF/);
  expect(refusal(Buffer.alloc(0), 'a.pdf')).toBe('Your file is empty. Please upload a non-empty file.');
});
