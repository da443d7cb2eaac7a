import { FileFault } from '../conversion.ts';
import { cleanMarkup } from './clean-markup.ts';
import { cleanRelations } from './clean-relations.ts';
import { readZip } from './read-zip.ts';
import { writeZip, type ZipPart } from './write-zip.ts';
import { localName, readXml, writeXml, type XmlToken } from './xml-tokens.ts';
import sharp from 'sharp';
import { say } from '#texts/say.ts';
import { conversionTexts, documentsTexts } from '#generated/texts.ts';

const CONTENT_TYPES = '[Content_Types].xml';
/** Word on the web counts on: document2.xml. */
const MAIN_PART = /^word\/document\d*\.xml$/;
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Text, its relations and its pictures. What else a package holds (properties, data, objects, fonts) is left behind. */
const WANTED = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?!embeddings\/|activeX\/|fonts\/).+)$/;

/**
 * A Word document that refers to nothing outside itself: the text, its styles and its pictures.
 *
 * @throws FileFault when it is none, has macros, cannot be read or unpacks to too much
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

function noDocx(): FileFault {
  return new FileFault(`${say(conversionTexts.notWord)} ${say(documentsTexts.wrongType)}`);
}

/** Keeps the types of the parts that stay. @throws FileFault when they are those of another kind of document */
function cleanTypes(tokens: readonly XmlToken[], names: ReadonlySet<string>): readonly XmlToken[] {
  if (tokens.some((token) => /macroEnabled|vbaProject/i.test(valueOf(token, 'ContentType'))))
    throw new FileFault(say(conversionTexts.macros));
  const main = mainDocxPart(tokens);
  if (main === undefined || !names.has(main) || !MAIN_PART.test(main)) throw noDocx();
  return tokens.filter(
    (token) => token.kind === 'tag' && (localName(token.name) !== 'Override' || names.has(partName(token))),
  );
}

/** The name of the part with the text, by the content types; undefined when they name none. */
export function mainDocxPart(types: readonly XmlToken[]): string | undefined {
  const main = types.find((token) => valueOf(token, 'ContentType') === MAIN_TYPE);
  return main && partName(main);
}

function valueOf(token: XmlToken, name: string): string {
  const attributes = token.kind === 'tag' ? token.attributes : [];
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

/** The part that an element of the content types names, without the slash at its beginning. */
function partName(token: XmlToken): string {
  return valueOf(token, 'PartName').slice(1);
}

const MOST_PIXELS = 40_000_000;

const MEASURED = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'];
/** Windows' own kinds (BMP, EMF, WMF), which Word writes for what was pasted. */
const AS_THEY_ARE = ['BM', '\x01\0\0\0', '\xd7\xcd\xc6\x9a', '\x01\0\x09\0'];

/**
 * Whether a picture in a document may be drawn: known by its first bytes, so no drawing that could refer to others
 * (SVG) and nothing that is no picture.
 *
 * @throws FileFault when it would unpack to too many pixels
 */
async function isDrawable(bytes: Uint8Array): Promise<boolean> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (AS_THEY_ARE.some((signature) => start.startsWith(signature))) return true;
  if (!MEASURED.some((signature) => start.startsWith(signature))) return false;
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head !== undefined && head.width * head.height > MOST_PIXELS)
    throw new FileFault(say(conversionTexts.largePictureInWord));
  return head !== undefined;
}
