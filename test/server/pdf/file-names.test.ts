import { describe, expect, test } from 'vitest';
import { pdfAttachmentHeader, pdfFileName } from '#server/pdf/pdf-routes.ts';

describe('the name of a file', () => {
  test.each<[string, readonly string[], string]>([
    [
      'university, name and day',
      ['Toy College', 'Baker May', '2026-03-01'],
      'Toy College - Baker May - 2026-03-01',
    ],
    ['missing parts leave no gap', ['Toy College', ' ', '2026-03-01'], 'Toy College - 2026-03-01'],
    ['another script', ['Toy College', '山田 太郎'], 'Toy College - 山田 太郎'],
    ['decomposed letters are composed', ['Jose\u0301'], 'José'],
    ['a path', ['../../etc/passwd', 'C:\\boot'], 'etc passwd - C boot'],
    ['a header', ['a"\r\nSet-Cookie: x'], 'a Set-Cookie x'],
    ['direction marks are removed', ['Baker\u202Efdp.exe\u2066'], 'Baker fdp.exe'],
    ['invisible characters are removed', ['Ba\u200Bker\u0000\uFEFF'], 'Ba ker'],
    ['nothing', [' ', '...'], 'file'],
  ])('%s', (_name, parts, expected) => {
    expect(pdfFileName(parts, 'pdf')).toBe(`${expected}.pdf`);
  });

  test('shortens each part', () => {
    const name = pdfFileName(['U'.repeat(500), '𝔸'.repeat(500), '2026-03-01'], 'pdf');
    expect(name).toBe(`${'U'.repeat(36)} - ${'𝔸'.repeat(18)} - 2026-03-01.pdf`);
    const longest = pdfFileName(['名'.repeat(500), '名'.repeat(500), '2026-03-01'], 'pdf');
    expect(Buffer.byteLength(longest)).toBeLessThan(255);
  });

  test('is made at once of a text with a million marks', () => {
    expect(pdfFileName(['e\u0301\u0316'.repeat(9), 'e' + '\u0301\u0316'.repeat(500_000)], 'pdf')).toMatch(
      /^é/,
    );
  });

  test('is cut between characters', () => {
    expect(pdfFileName([`x${'𝔸'.repeat(500)}`], 'pdf')).toBe(`x${'𝔸'.repeat(17)}.pdf`);
  });

  test.each([
    ['Núñez.pdf', `attachment; filename="Nunez.pdf"; filename*=UTF-8''N%C3%BA%C3%B1ez.pdf`],
    ['山田 x.pdf', `attachment; filename="_ x.pdf"; filename*=UTF-8''%E5%B1%B1%E7%94%B0%20x.pdf`],
    [
      "O'Hara (50%).pdf",
      `attachment; filename="O'Hara (50_).pdf"; filename*=UTF-8''O%27Hara%20%2850%25%29.pdf`,
    ],
    ['a＂;.pdf', `attachment; filename="a__.pdf"; filename*=UTF-8''a%EF%BC%82%3B.pdf`],
  ])('%s in a header is ASCII, with the full name in addition', (name, header) => {
    expect(pdfAttachmentHeader(name)).toBe(header);
  });
});
