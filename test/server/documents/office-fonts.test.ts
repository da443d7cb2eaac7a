import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fontFolders, fontsFor } from '#server/documents/convert/office/fonts.ts';

const namesFor = async (text: string) => (await fontsFor(text)).map(({ filename }) => filename);

test('an installed LibreOffice has fonts for all scripts of names', () => {
  const files = fontFolders().flatMap((folder) => readdirSync(folder));
  for (const name of ['NotoSans-Regular', 'Arabic', 'Hebrew', 'Hans', 'JP', 'KR'])
    expect(files.filter((file) => file.includes(name) && /\.(?:ttf|otf)$/.test(file))).not.toEqual([]);
});

test('large fonts are read only for texts in their script', async () => {
  expect(await namesFor('Zoë Ελένη محمد')).toEqual([]);
  expect(await namesFor('홍길동')).toEqual(['NotoSansKR-Regular.otf']);
  expect(await namesFor('やま')).toEqual(['NotoSansJP-Regular.otf']);
});
