import type { CsvRow } from './csv-rows.ts';
import { ImportFault } from './import-fault.ts';

/** The parts of an Excel workbook (ECMA-376, "SpreadsheetML") that hold a table. */
export type WorkbookParts = {
  /** The texts that cells name by number; empty where the workbook has none. */
  readonly strings: AsyncIterable<Buffer>;
  readonly sheet: AsyncIterable<Buffer>;
};

type Element = { readonly attributes: string; readonly content: string };

/** A row, or a text, that never ends. */
const LONGEST_ELEMENT = 4 * 1024 * 1024;
/** The longest official workbook has a tenth of that. */
const MOST_CHARACTERS = 200_000_000;

const ALPHABET = 26;
const BEFORE_A = 64;
const CELL = elementsNamed('c');
const TEXT = elementsNamed('t');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The rows of the first sheet of a workbook, as long as the first of them, read as they come. Empty rows are left out.
 *
 * @throws ImportFault when it is no workbook that is understood
 */
export async function* workbookRows({ strings, sheet }: WorkbookParts): AsyncGenerator<CsvRow> {
  const texts = await readTexts(strings);
  let width = 0;
  let line = 0;
  for await (const { attributes, content } of xmlElements(sheet, 'row')) {
    line = Number(xmlAttribute(attributes, 'r') ?? line + 1);
    const cells = rowCells(content, texts);
    if (cells.every((cell) => cell === '')) continue;
    width ||= cells.length;
    while (cells.length < width) cells.push('');
    yield { line, cells };
  }
}

async function readTexts(strings: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const texts: string[] = [];
  let characters = 0;
  for await (const { content } of xmlElements(strings, 'si')) {
    const text = textIn(content);
    characters += text.length;
    if (characters > MOST_CHARACTERS)
      throw new ImportFault('The workbook is far too large to be a directory of schools.');
    texts.push(text);
  }
  return texts;
}

/** Empty cells are left out of the file: each cell names its column. */
function rowCells(row: string, texts: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [, attributes = '', content = ''] of row.matchAll(CELL)) {
    const column = columnIndex(xmlAttribute(attributes, 'r')) ?? cells.length;
    while (cells.length < column) cells.push('');
    cells[column] = cellText(xmlAttribute(attributes, 't'), content, texts).trim();
  }
  return cells;
}

function cellText(type: string | undefined, content: string, texts: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content);
  const value = unescapedXml(/<v\b[^>]*>([^<]*)<\/v>/.exec(content)?.[1] ?? '');
  return type === 's' ? (texts[Number(value)] ?? '') : value;
}

/** A text may be cut into pieces of different looks. */
function textIn(content: string): string {
  return Array.from(content.matchAll(TEXT), ([, , text = '']) => unescapedXml(text)).join('');
}

/** `AB12` is in column 27, counted from 0. */
function columnIndex(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Buffer.from(letters).reduce((index, code) => index * ALPHABET + code - BEFORE_A, 0) - 1;
}

/** The elements of a name, one after the other; they must not hold each other. */
async function* xmlElements(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Element> {
  const decoder = new TextDecoder();
  const pattern = elementsNamed(name);
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    let read = 0;
    for (const found of rest.matchAll(pattern)) {
      read = found.index + found[0].length;
      yield { attributes: found[1] ?? '', content: found[2] ?? '' };
    }
    rest = rest.slice(read);
    if (rest.length > LONGEST_ELEMENT)
      throw new ImportFault(
        'The workbook cannot be read: its structure is unusual. Save it as CSV in UTF-8.',
      );
  }
}

function elementsNamed(name: string): RegExp {
  return new RegExp(String.raw`<${name}\b([^>]*?)(?:/>|>([\s\S]*?)</${name}>)`, 'g');
}

function xmlAttribute(attributes: string, name: string): string | undefined {
  return new RegExp(String.raw`(?:^|\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

function unescapedXml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
