import { CONTENT_TYPES, mainDocxPart } from './clean-docx.ts';
import { readZip } from './docx-zip.ts';
import { localName, readXml, type XmlAttribute, type XmlToken } from './xml-tokens.ts';

/** Content of a Word document that its PDF must show. */
export type DocxBody = {
  /** Text of the body and its notes; without headers and footers, which repeat on each page. */
  readonly text: string;
  readonly hasPictures: boolean;
};

const NOTES = /^word\/(?:foot|end)notes\.xml$/;
const PICTURE = /^word\/media\//;
/** Text rendered otherwise or not at all: fallbacks of drawings, moved text, formulas. */
const NOT_READ = new Set(['Fallback', 'moveFrom', 'oMath']);
const OFF = /^(?:0|false|off)$/;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads the body of a cleaned Word document. @throws FileError if it is unreadable */
export async function readDocxBody(docx: Buffer): Promise<DocxBody> {
  const parts = await readZip(docx, () => true);
  const types = parts.find(({ name }) => name === CONTENT_TYPES);
  const main = types && mainDocxPart(readXml(types.data));
  const read = parts.filter(({ name }) => name === main || NOTES.test(name));
  const tokens = read.map(({ data }) => readXml(data));
  return {
    text: tokens.map((each) => [...textsOf(each)].join('')).join('\n'),
    hasPictures:
      parts.some(({ name }) => PICTURE.test(name)) &&
      tokens.flat().some((token) => token.kind === 'tag' && /^(?:\w*:)?(?:blip|imagedata)$/.test(token.name)),
  };
}

/** Yields the texts of a part, with line breaks between paragraphs, without hidden runs. */
function* textsOf(tokens: readonly XmlToken[]): Generator<string> {
  let skippedDepth = 0;
  let isText = false;
  // A run can contain a text box with its own paragraphs and runs.
  const around: { readonly name: string; isHidden: boolean }[] = [];
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (isText && skippedDepth === 0 && !around.some(({ isHidden }) => isHidden))
        yield decodeDocxText(token.text);
      continue;
    }
    const name = localName(token.name);
    if (NOT_READ.has(name)) skippedDepth += { open: 1, close: -1, empty: 0 }[token.shape];
    if (name === 't') isText = token.shape === 'open';
    const run = around.at(-1);
    if (name === 'vanish' && run?.name === 'r') run.isHidden = isOn(token.attributes);
    if (name !== 'r' && name !== 'p') continue;
    if (token.shape === 'open') around.push({ name, isHidden: false });
    if (token.shape === 'close') around.pop();
    if (name === 'p') yield '\n';
  }
}

function isOn(attributes: readonly XmlAttribute[]): boolean {
  return !attributes.some(({ name, value }) => localName(name) === 'val' && OFF.test(value));
}

function decodeDocxText(text: string): string {
  return text.replaceAll(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    if (code <= 0x10_ff_ff) return String.fromCodePoint(code);
    return NAMED[name ?? ''] ?? whole;
  });
}
