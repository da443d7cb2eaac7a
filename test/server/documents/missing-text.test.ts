import { expect, test } from 'vitest';
import { isTextMissing } from '#server/documents/convert/convert-rendered-word.ts';

const LINES = Array.from(
  { length: 80 },
  (_, line) => `In line ${line} the student writes of a summer at the lake.`,
);
const ESSAY = LINES.join('\n');

const WHOLE: Readonly<Record<string, readonly [text: string, rendered: string]>> = {
  'nothing is written': ['', ''],
  'only a header is rendered of nothing': ['\n \n', 'Page 1'],
  'it is rendered word for word': [ESSAY, ESSAY],
  'lines are broken and words hyphenated': [
    ESSAY,
    ESSAY.replaceAll('student', 'stu-\ndent').replaceAll(' ', '\n'),
  ],
  'columns come in another order': [ESSAY, LINES.toReversed().join(' ')],
  'a style renders capitals': ['Straße nach Genève, Füße', 'STRASSE NACH GENÈVE, FÜẞE'],
  'letters are joined': ['final office', 'ﬁnal oﬃce'],
  'accents are signs of their own': ['Zoë', 'Zoe\u0308'],
  'Arabic letters are rendered in their shapes': ['سلام', '\uFEB3\uFEFC\uFEE1'],
  'a field has another number': ['Page 77', 'Page 2'],
  'letters of Devanagari are joined to one sign': ['हिन्दी हिन्दी भाषा हिन्दी', 'हिन्दी न्दी भाषा न्दी'],
  'a name in letters without a font is short': [`${ESSAY} สมชาย`, `${ESSAY} สสสสส`],
};

test.for(Object.entries(WHOLE))('a text is complete if %s', ([, [text, rendered]]) => {
  expect(isTextMissing(text, rendered)).toBe(false);
});

const page = (from: number, to: number): string => LINES.slice(from, to).join('\n');

const BROKEN: Readonly<Record<string, readonly [text: string, rendered: string]>> = {
  'nothing is rendered': ['Hi', ''],
  'nothing but the header is rendered': ['My name is Ada, I was born in London.', '- 1 -'],
  'one of eight pages is lost': [ESSAY, page(10, 80)],
  'one of thirty pages is lost': [`${ESSAY}${'x'.repeat(60_000)}${ESSAY}`, `${'x'.repeat(60_000)}${ESSAY}`],
  'the half is lost, though a header is on each page': [
    ESSAY,
    `${page(0, 40)}${'Ada Lovelace, essay '.repeat(8)}`,
  ],
  'letters have no font': ['สวัสดีชาวโลก ภาษาไทย', 'สสสสสสสสสสสส สสสสสสส'],
  'letters of Devanagari have no font': ['नमस्ते दुनिया हिन्दी भाषा', 'सससससस सससससस'],
};

test.for(Object.entries(BROKEN))('a text is missing if %s', ([, [text, rendered]]) => {
  expect(isTextMissing(text, rendered)).toBe(true);
});
