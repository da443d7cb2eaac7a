import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
  PDFHexString,
  PDFNumber,
  PDFString,
} from '@pdfme/pdf-lib';
import { FileError } from './conversion.ts';
import { flattenAnnotations } from './flatten-annotations.ts';
import { say, conversionTexts } from '#texts/say.ts';

/** Page entries needed for rendering (ISO 32000-1, table 30). Others can act, refer outside or hide files. */
const RENDERED = new Set('Type Parent Resources MediaBox CropBox Rotate Contents Group UserUnit'.split(' '));

/**
 * Copies rendered content and web links to a new PDF. Drops actions, external references and attachments. @throws
 * FileError if it is protected or broken
 */
export async function cleanPdf(bytes: Uint8Array, title: string): Promise<Buffer> {
  try {
    const source = await PDFDocument.load(bytes, {
      throwOnInvalidObject: true,
      ignoreEncryption: true,
      updateMetadata: false,
    });
    if (source.isEncrypted) throw new FileError(say(conversionTexts.protectedPdf));
    const pages = source.getPages();
    const links = pages.map(readWebLinks);
    for (const page of pages) stripPage(page);
    // Before the copy, which includes everything reachable from a page.
    sweepObjects(source.context);
    const target = await createPdf();
    const copies = await target.copyPages(source, source.getPageIndices());
    for (const [index, page] of copies.entries()) addWebLinks(target.addPage(page), links[index] ?? []);
    return await savePdf(target, title);
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(say(conversionTexts.brokenPdf));
  }
}

/** Creates a PDF without dates, so that repeated conversions give identical bytes. */
export function createPdf(): Promise<PDFDocument> {
  return PDFDocument.create({ updateMetadata: false });
}

/** Saves a PDF with a clean information dictionary. */
export async function savePdf(document: PDFDocument, title: string): Promise<Buffer> {
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setProducer('Matricula');
  document.setCreator('Matricula');
  return Buffer.from(await document.save());
}

function stripPage(page: PDFPage): void {
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  flattenAnnotations(page, annotations?.asArray() ?? []);
  for (const key of page.node.keys()) if (!RENDERED.has(key.decodeText())) page.node.delete(key);
  const contents = page.node.lookup(PDFName.of('Contents'));
  if (contents instanceof PDFDict) page.node.delete(PDFName.of('Contents'));
}

/** Kinds of actions (ISO 32000-1, table 198, and later extensions), except web links. */
const ACTIONS = new Set(
  `GoTo3DView GoToE GoToR Hide ImportData JavaScript Launch Movie Named Rendition ResetForm RichMediaExecute
    SetOCGState Sound SubmitForm Thread`.split(/\s+/),
);
/** Entries that start an action or name a file, anywhere. Programs never use these as names of fonts or pictures. */
const ANYWHERE = 'JS OpenAction EmbeddedFiles EmbeddedFile XFA AcroForm EF RichMediaContent'.split(' ');
/** Stream entries: external data, pictures and notes, attached files, alternate pictures. */
const OF_STREAMS = 'F FFilter FDecodeParms OPI Ref AF Alternates Metadata PieceInfo'.split(' ');

/** Empties objects that can act, fetch or contain a file, including dictionaries of fonts, pictures and patterns. */
function sweepObjects(context: PDFContext): void {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  // No program writes one, and `lookup` would not follow it.
  if (waiting.some((object) => object instanceof PDFRef)) throw new Error('An object is a reference.');
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFArray) for (const item of object.asArray()) waiting.push(item);
    const entries = object instanceof PDFStream ? object.dict : object;
    if (!(entries instanceof PDFDict)) continue;
    sweepDict(entries, object instanceof PDFStream);
    for (const value of entries.values()) waiting.push(value);
  }
}

function sweepDict(entries: PDFDict, isStream: boolean): void {
  if (isActionOrFile(entries)) for (const key of entries.keys()) entries.delete(key);
  for (const key of isStream ? [...ANYWHERE, ...OF_STREAMS] : ANYWHERE) entries.delete(PDFName.of(key));
}

function isActionOrFile(entries: PDFDict): boolean {
  const nameAt = (key: string): string => {
    const value = entries.lookup(PDFName.of(key));
    return value instanceof PDFName ? value.decodeText() : '';
  };
  return (
    ACTIONS.has(nameAt('S')) ||
    nameAt('Type') === 'Filespec' ||
    nameAt('Subtype') === 'PS' ||
    entries.has(PDFName.of('EF'))
  );
}

/** A web or email link, and its place on the page. */
type WebLink = { readonly address: string; readonly place: readonly number[] };

const HARMLESS = new Set(['http:', 'https:', 'mailto:']);

/** Returns a page's web and email links, without others. */
function readWebLinks(page: PDFPage): readonly WebLink[] {
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
  return annotations.flatMap((reference) => {
    const annotation = page.doc.context.lookup(reference);
    return annotation instanceof PDFDict ? readLink(annotation) : [];
  });
}

function readLink(annotation: PDFDict): readonly WebLink[] {
  const action = annotation.lookup(PDFName.of('A'));
  const rect = annotation.lookup(PDFName.of('Rect'));
  if (!(action instanceof PDFDict) || !(rect instanceof PDFArray)) return [];
  const uri = action.lookup(PDFName.of('URI'));
  if (!(uri instanceof PDFString || uri instanceof PDFHexString)) return [];
  const text = uri.decodeText();
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !HARMLESS.has(address.protocol)) return [];
  const place = rect.asArray().flatMap((number) => (number instanceof PDFNumber ? [number.asNumber()] : []));
  return place.length === 4 ? [{ address: address.href, place }] : [];
}

/** Adds new links, without former properties. */
function addWebLinks(page: PDFPage, links: readonly WebLink[]): void {
  const { context } = page.doc;
  const annotations = links.map(({ address, place }) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [...place],
        Border: [0, 0, 0],
        A: { S: 'URI', URI: PDFHexString.of(Buffer.from(address, 'latin1').toString('hex')) },
      }),
    ),
  );
  page.node.set(PDFName.of('Annots'), context.obj(annotations));
}
