import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type OfficeFont = { readonly filename: string; readonly data: Uint8Array };

type FontFile = { readonly packageName: string; readonly file: string; readonly letters: RegExp };

/**
 * In addition to those LibreOffice brings (Latin, Greek, Cyrillic, Hebrew, Arabic). Large: read only where they are
 * needed.
 */
const FONTS: readonly FontFile[] = [
  {
    packageName: '@embedpdf/fonts-sc',
    file: 'NotoSansHans-Regular.otf',
    letters: /\p{Script=Han}/u,
  },
  {
    packageName: '@embedpdf/fonts-jp',
    file: 'NotoSansJP-Regular.otf',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  { packageName: '@embedpdf/fonts-kr', file: 'NotoSansKR-Regular.otf', letters: /\p{Script=Hangul}/u },
];

/** For a LibreOffice of a machine that has no fonts. */
const OTHERS = ['@embedpdf/fonts-latin', '@embedpdf/fonts-arabic', '@embedpdf/fonts-hebrew'];

/** The fonts for Chinese, Japanese and Korean letters that a text holds. */
export async function fontsFor(text: string): Promise<readonly OfficeFont[]> {
  const needed = FONTS.filter(({ letters }) => letters.test(text));
  return await Promise.all(
    needed.map(async (font) => ({
      filename: font.file,
      data: await readFile(join(folderOf(font.packageName), font.file)),
    })),
  );
}

/** Folders of all that are shipped, for a LibreOffice that looks for fonts itself. */
export function fontFolders(): readonly string[] {
  return [...OTHERS, ...FONTS.map(({ packageName }) => packageName)].map((name) => folderOf(name));
}

function folderOf(packageName: string): string {
  const entry = createRequire(import.meta.url).resolve(packageName);
  return join(dirname(dirname(entry)), 'fonts');
}
