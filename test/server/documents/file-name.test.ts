import { describe, expect, test } from 'vitest';
import { readFileName } from '#server/documents/document-records.ts';

const TYPES = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx';
const LONG = 'Your file name is too long. Please use 32 characters or fewer.';
const NONE = 'Your file has no name. Please give it one.';

describe('the name of a file', () => {
  test.each([
    ['x'.repeat(28) + '.pdf', 'x'.repeat(28) + '.pdf'],
    ['🎓'.repeat(28) + '.pdf', '🎓'.repeat(28) + '.pdf'],
    ['../../etc/paper.pdf', 'paper.pdf'],
    ['C:\\Users\\ada\\paper.pdf', 'paper.pdf'],
    ['pa\r\nper\t.pdf', 'paper.pdf'],
    ['fdp.\u202egnp.pdf', 'fdp.gnp.pdf'],
    ['\u2066paper\u2069.pdf\u200f', 'paper.pdf'],
    ["\"><b>'paper'.pdf", "\"><b>'paper'.pdf"],
    ['a.pdf%00.pdf', 'a.pdf%00.pdf'],
    ['re\u0301sume\u0301.pdf', 'r\u00e9sum\u00e9.pdf'],
    ['  My Passport.PDF ', 'My Passport.PDF'],
    ['證明書.docx', '證明書.docx'],
  ])('%j is stored as %j', (given, name) => {
    expect(readFileName(given)).toBe(name);
  });

  test.each([
    ['x'.repeat(29) + '.pdf', LONG],
    ['x'.repeat(296) + '.pdf', LONG],
    ['', NONE],
    [' \u202e', NONE],
    ['papers/', NONE],
    ['..', TYPES],
    ['.htaccess', TYPES],
    ['con', TYPES],
    ['paper.pdf.exe', TYPES],
    ['a.pdf%00.html', TYPES],
    ['paper.pdf.', TYPES],
  ])('%j is refused: %s', (given, message) => {
    expect(() => readFileName(given)).toThrow(message);
  });
});
