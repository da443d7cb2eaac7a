import { FileError } from '../conversion.ts';
import { readZip, writeZip, type ZipPart } from './docx-zip.ts';
import { localName, readXml, writeXml, type XmlToken, type XmlAttribute } from './xml-tokens.ts';
import sharp from 'sharp';
import { ownText, say, conversionTexts, documentsTexts } from '#texts/say.ts';

export const CONTENT_TYPES = '[Content_Types].xml';
/** Word on the web numbers it: document2.xml. */
const MAIN_PART = /^word\/document\d*\.xml$/;
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Text, its relations and its pictures. Drops other parts of a package (properties, data, objects, fonts). */
const WANTED = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?!embeddings\/|activeX\/|fonts\/).+)$/;

/**
 * Reduces a Word document to text, styles and pictures.
 * @throws FileError if it is not one, has macros or unpacks to too much
 */
export async function cleanDocx(bytes: Buffer): Promise<Buffer> {
  const parts = await readZip(bytes, (name) => WANTED.test(name));
  const names = new Set(parts.map(({ name }) => name));
  if (!names.has(CONTENT_TYPES)) throw noDocx();
  const cleaned: ZipPart[] = [];
  for (const { name, data } of parts) {
    if (name === CONTENT_TYPES) cleaned.push({ name, data: writeXml(cleanTypes(readXml(data), names)) });
    else if (name.endsWith('.rels')) cleaned.push({ name, data: writeXml(cleanRelations(readXml(data))) });
    else if (name.endsWith('.xml')) cleaned.push({ name, data: writeXml(cleanMarkup(readXml(data))) });
    else if (await isDrawable(data)) cleaned.push({ name, data });
  }
  return writeZip(cleaned);
}

function noDocx(): FileError {
  return new FileError(`${say(conversionTexts.notWord)} ${ownText(documentsTexts.wrongType)}`);
}

/** Filters types by remaining parts. @throws FileError if they are of another kind of document */
function cleanTypes(tokens: readonly XmlToken[], names: ReadonlySet<string>): readonly XmlToken[] {
  if (tokens.some((token) => /macroEnabled|vbaProject/i.test(valueOf(token, 'ContentType'))))
    throw new FileError(say(conversionTexts.macros));
  const main = mainDocxPart(tokens);
  if (main === undefined || !names.has(main) || !MAIN_PART.test(main)) throw noDocx();
  return tokens.filter(
    (token) => token.kind === 'tag' && (localName(token.name) !== 'Override' || names.has(partName(token))),
  );
}

/** Returns the part with the text, by content types, or undefined. */
export function mainDocxPart(types: readonly XmlToken[]): string | undefined {
  const main = types.find((token) => valueOf(token, 'ContentType') === MAIN_TYPE);
  return main && partName(main);
}

function valueOf(token: XmlToken, name: string): string {
  return token.kind === 'tag' ? attributeOf(token.attributes, name) : '';
}

function attributeOf(attributes: readonly XmlAttribute[], name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

/** Returns the part named by a content type element, without its leading slash. */
function partName(token: XmlToken): string {
  return valueOf(token, 'PartName').slice(1);
}

const MOST_PIXELS = 40_000_000;

const MEASURED = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'];
/** Windows formats (BMP, EMF, WMF), which Word writes for pasted content. */
const AS_THEY_ARE = ['BM', '\x01\0\0\0', '\xd7\xcd\xc6\x9a', '\x01\0\x09\0'];

/**
 * Whether a picture can be rendered, by its first bytes. Not SVG, which refers to others.
 * @throws FileError for too many pixels
 */
async function isDrawable(bytes: Uint8Array): Promise<boolean> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (AS_THEY_ARE.some((signature) => start.startsWith(signature))) return true;
  if (!MEASURED.some((signature) => start.startsWith(signature))) return false;
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head !== undefined && head.width * head.height > MOST_PIXELS)
    throw new FileError(say(conversionTexts.largePictureInWord));
  return head !== undefined;
}

/** Elements that refer to another file, a program or a data source; removed with their content. */
const REMOVED = new Set(
  'altChunk attachedTemplate attachedSchema control dataBinding mailMerge OLEObject saveThroughXslt subDoc'.split(
    ' ',
  ),
);
/** Attributes that can contain an address, or the relationship of one, instead of a bookmark (#x). */
const ADDRESSES = new Set(['althref', 'href', 'link', 'src', 'pict']);
const REFERENCE = /^(?:#[\w.-]*)?$/;

/** Elements with the code of a field; the short form has it in an attribute. */
const CODES = new Set(['instrText', 'delInstrText']);
/**
 * Fields that only layout can fill in, or that render a control; others keep their stored result. Each piece of a code
 * must be whole: two harmless pieces must not form INCLUDEPICTURE.
 */
const ALLOWED_CODE =
  /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN)?(?:\s+\\\*\s+\w+)*\s*$/i;

/** Removes elements of a Word document that could fetch or start something. */
function* cleanMarkup(tokens: readonly XmlToken[]): Generator<XmlToken> {
  let removedDepth = 0;
  let code: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (removedDepth > 0) continue;
      if (code === undefined) yield token;
      else code += token.text;
      continue;
    }
    const local = localName(token.name);
    if (removedDepth > 0 || REMOVED.has(local)) {
      removedDepth += { open: 1, close: -1, empty: 0 }[token.shape];
      continue;
    }
    if (CODES.has(local) && token.shape === 'open') code = '';
    if (CODES.has(local) && token.shape === 'close') {
      if (code !== undefined && ALLOWED_CODE.test(code)) yield { kind: 'text', text: code };
      code = undefined;
    }
    yield { ...token, attributes: token.attributes.map((attribute) => cleanAttribute(local, attribute)) };
  }
}

function cleanAttribute(element: string, attribute: XmlAttribute): XmlAttribute {
  const local = localName(attribute.name);
  const isSafe =
    (!ADDRESSES.has(local) || REFERENCE.test(attribute.value)) &&
    !(element === 'fldSimple' && local === 'instr' && !ALLOWED_CODE.test(attribute.value));
  return isSafe ? attribute : { ...attribute, value: '' };
}

/** Allowed relations by the last word of the type (ECMA-376 part 1, 15.2): rendered parts inside the file. */
const RENDERED = new Set(
  `chart diagramColors diagramData diagramDrawing diagramLayout diagramQuickStyle endnotes fontTable footer footnotes
    header image numbering officeDocument settings styles theme`.split(/\s+/),
);
const INTERNAL = /^\/?(?:\.\.\/)?[\w][\w./-]*$/;
const WEB = /^(?:https?:\/\/|mailto:)/i;

/**
 * Keeps relations to rendered parts of the file, and web links, which the conversion does not follow. Drops templates,
 * objects, chunks, frames and everything external.
 */
function* cleanRelations(tokens: readonly XmlToken[]): Generator<XmlToken> {
  for (const token of tokens) {
    if (token.kind === 'text') continue;
    const isRelation = localName(token.name) === 'Relationship';
    if (!isRelation) yield token;
    // A relation has no content: always written without an end tag.
    else if (token.shape !== 'close' && isAllowedRelation(token.attributes))
      yield { ...token, shape: 'empty' };
  }
}

function isAllowedRelation(attributes: readonly XmlAttribute[]): boolean {
  const type = attributeOf(attributes, 'Type').split('/').at(-1) ?? '';
  const target = attributeOf(attributes, 'Target');
  const mode = attributeOf(attributes, 'TargetMode');
  if (mode === 'External') return type === 'hyperlink' && WEB.test(target);
  const isInside = INTERNAL.test(target) && !target.includes('//');
  return (mode === '' || mode === 'Internal') && RENDERED.has(type) && isInside;
}
