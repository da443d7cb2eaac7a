import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFString, type PDFPage } from 'pdf-lib';

/** A link to a web page or an email address, and its place on the page. */
export type WebLink = { readonly address: string; readonly place: readonly number[] };

const HARMLESS = new Set(['http:', 'https:', 'mailto:']);

/** The links of a page that lead to the web or to an email address; all others are left out. */
export function readWebLinks(page: PDFPage): readonly WebLink[] {
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

/** Rewrites links, with nothing of what they carried before. */
export function addWebLinks(page: PDFPage, links: readonly WebLink[]): void {
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
