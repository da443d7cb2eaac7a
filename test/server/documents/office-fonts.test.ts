import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fontFolders, fontsFor } from '#server/documents/convert/office/fonts.ts';

const namesFor = async (text: string) => (await fontsFor(text)).map(({ filename }) => filename);

test('an installed LibreOffice finds fonts for all scripts of names on a machine that has none', () => {
  const files = fontFolders().flatMap((folder) => readdirSync(folder));
  for (const name of ['NotoSans-Regular', 'Arabic', 'Hebrew', 'Hans', 'JP', 'KR'])
    expect(files.filter((file) => file.includes(name) && /\.(?:ttf|otf)$/.test(file))).not.toEqual([]);
});

test('the large fonts are read only for a text that has their letters', async () => {
  expect(await namesFor('Zoë Ελένη محمد')).toEqual([]);
  expect(await namesFor('홍길동')).toEqual(['NotoSansKR-Regular.otf']);
  expect(await namesFor('やま')).toEqual(['NotoSansJP-Regular.otf']);
});
