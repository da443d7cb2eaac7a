import { expect, test } from 'vitest';
import { cleanDocx } from '#server/documents/convert/docx/clean-docx.ts';
import { readDocxBody } from '#server/documents/convert/docx/read-body.ts';
import { makeFlatPng } from '#test/support/hostile-files/pictures.ts';
import { makeWordFile, paragraph, picture, type WordParts } from '#test/support/hostile-files/word-file.ts';

const SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const part = (root: string, text: string): string => `<w:${root} ${SPACE}>${paragraph(text)}</w:${root}>`;

const bodyOf = async (parts: WordParts) => await readDocxBody(await cleanDocx(makeWordFile(parts)));

async function wordsOf(body: string): Promise<readonly string[]> {
  const { text } = await bodyOf({ body });
  return text.split('\n').filter((line) => line !== '');
}

test('reads paragraphs, lists, tables and text boxes', async () => {
  const box = `<w:p><w:r><w:t>Around </w:t><w:pict><v:textbox><w:txbxContent>${paragraph('in a box')}</w:txbxContent></v:textbox></w:pict></w:r><w:r><w:t>the box</w:t></w:r></w:p>`;
  const list = '<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>first</w:t></w:r></w:p>';
  const table = `<w:tbl><w:tr><w:tc>${paragraph('left')}</w:tc><w:tc>${paragraph('right')}</w:tc></w:tr></w:tbl>`;
  expect(await wordsOf(`${paragraph('A &amp; &#66; &#x43;')}${list}${table}${box}`)).toEqual([
    'A & B C',
    'first',
    'left',
    'right',
    'Around ',
    'in a box',
    'the box',
  ]);
});

test('skips hidden, deleted and moved text, formulas and fallback drawings', async () => {
  const hidden =
    '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r></w:p>';
  const mark = '<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>mark</w:t></w:r></w:p>';
  const changed =
    '<w:p><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p>';
  const twins = `<w:p><w:r><AlternateContent><Choice>${paragraph('newer')}</Choice><Fallback>${paragraph('older')}</Fallback></AlternateContent></w:r></w:p>`;
  const formula = '<w:p><oMath><r><t>x</t></r></oMath></w:p>';
  expect(await wordsOf(`${hidden}${mark}${changed}${twins}${formula}`)).toEqual(['shown', 'mark', 'newer']);
});

test('includes notes, but not headers and footers', async () => {
  const { text } = await bodyOf({
    body: paragraph('Body'),
    more: [
      { name: 'word/footnotes.xml', data: part('footnotes', 'Note') },
      { name: 'word/header1.xml', data: part('hdr', 'Header') },
      { name: 'word/footer1.xml', data: part('ftr', 'Footer') },
    ],
  });
  expect(text).toMatch(/Body[^]*Note/);
  expect(text).not.toMatch(/Header|Footer/);
});

test('detects embedded and visible pictures', async () => {
  const scan = { name: 'word/media/scan.png', data: makeFlatPng(10, 10) };
  const relations = [{ id: 'rIdOwn', type: 'image', target: 'media/scan.png' }];
  const shown = await bodyOf({ body: picture('rIdOwn', 'embed'), relations, more: [scan] });
  const held = await bodyOf({ body: paragraph('Words'), relations, more: [scan] });
  const named = await bodyOf({ body: picture('rIdOwn', 'embed') });
  expect([shown, held, named].map(({ hasPictures }) => hasPictures)).toEqual([true, false, false]);
});
