import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Fonts that LibreOffice lacks; large, so read only if needed. */
const FONTS = [
  { script: 'sc', filename: 'NotoSansHans-Regular.otf', letters: /\p{Script=Han}/u },
  {
    script: 'jp',
    filename: 'NotoSansJP-Regular.otf',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  { script: 'kr', filename: 'NotoSansKR-Regular.otf', letters: /\p{Script=Hangul}/u },
];

/** Returns the fonts for a text's Chinese, Japanese and Korean letters. */
export async function fontsFor(text: string) {
  const needed = FONTS.filter(({ letters }) => letters.test(text));
  return await Promise.all(
    needed.map(async ({ script, filename }) => ({
      filename,
      data: await readFile(join(folderOf(script), filename)),
    })),
  );
}

/** Returns all font folders from npm. Latin, Greek and Cyrillic, Arabic, Hebrew, Chinese, Japanese, Korean. */
export function fontFolders(): readonly string[] {
  return ['latin', 'arabic', 'hebrew', 'sc', 'jp', 'kr'].map(folderOf);
}

function folderOf(script: string): string {
  const entry = createRequire(import.meta.url).resolve(`@embedpdf/fonts-${script}`);
  return join(dirname(dirname(entry)), 'fonts');
}
