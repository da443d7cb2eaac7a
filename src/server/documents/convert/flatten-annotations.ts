import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  type PDFObject,
  type PDFPage,
} from '@pdfme/pdf-lib';
import { FileError } from './conversion.ts';
import { say, conversionTexts } from '#texts/say.ts';

/** Flags of an invisible annotation (ISO 32000-1, table 165): Hidden and NoView. */
const NOT_SHOWN = 2 | 32;
/** Rendered by the viewer on demand, not on the page. */
const NOT_DRAWN = new Set(['Link', 'Popup']);
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

type Matrix = readonly [number, number, number, number, number, number];
type Box = { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number };

/**
 * Renders annotations (fields, stamps, notes) onto the page (ISO 32000-1, 12.5.5, algorithm 8.1), so that they can be
 * dropped.
 * @throws FileError if a completed field has no appearance: dropping it would lose an answer
 */
export function flattenAnnotations(page: PDFPage, annotations: readonly PDFObject[]): void {
  for (const reference of annotations) {
    const annotation = page.doc.context.lookup(reference);
    if (annotation instanceof PDFDict && isShown(annotation)) flattenAnnotation(page, annotation);
  }
}

function isShown(annotation: PDFDict): boolean {
  const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  const subtype = annotation.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() ?? '';
  return (flags & NOT_SHOWN) === 0 && !NOT_DRAWN.has(subtype);
}

function flattenAnnotation(page: PDFPage, annotation: PDFDict): void {
  const look = findAppearance(annotation);
  const place = readBox(annotation.lookup(PDFName.of('Rect')));
  const box = readBox(look?.stream.dict.lookup(PDFName.of('BBox')));
  if (look === undefined && hasValue(annotation)) throw new FileError(say(conversionTexts.unclearForm));
  if (look === undefined || place === undefined || box === undefined) return;
  const bounds = transformedBox(box, readMatrix(look.stream.dict.lookup(PDFName.of('Matrix'))));
  const [width, height] = [bounds.right - bounds.left, bounds.top - bounds.bottom];
  if (width === 0 || height === 0) return;
  const across = (place.right - place.left) / width;
  const up = (place.top - place.bottom) / height;
  look.stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  look.stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(
      across,
      0,
      0,
      up,
      place.left - bounds.left * across,
      place.bottom - bounds.bottom * up,
    ),
    drawObject(page.node.newXObject('Annotation', look.reference)),
    popGraphicsState(),
  );
}

/** Whether a text field is completed; its value can be in its parent field. */
function hasValue(annotation: PDFDict): boolean {
  const parent = annotation.lookup(PDFName.of('Parent'));
  return [annotation, parent].some((dict) => {
    const value = dict instanceof PDFDict ? dict.lookup(PDFName.of('V')) : undefined;
    return (value instanceof PDFString || value instanceof PDFHexString) && value.decodeText() !== '';
  });
}

type Appearance = { readonly stream: PDFStream; readonly reference: PDFRef };

/** Returns the normal appearance; if there are several (ticked or not), that of the current state. */
function findAppearance(annotation: PDFDict): Appearance | undefined {
  const all = annotation.lookup(PDFName.of('AP'));
  if (!(all instanceof PDFDict)) return undefined;
  const normal = all.lookup(PDFName.of('N'));
  const state = annotation.lookup(PDFName.of('AS'));
  const [from, key] =
    normal instanceof PDFDict && state instanceof PDFName ? [normal, state] : [all, PDFName.of('N')];
  const stream = from.lookup(key);
  const reference = from.get(key);
  return stream instanceof PDFStream && reference instanceof PDFRef ? { stream, reference } : undefined;
}

function readNumbers(value: PDFObject | undefined, count: number): readonly number[] | undefined {
  if (!(value instanceof PDFArray) || value.size() !== count) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => value.lookup(index)).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : Number.NaN,
  );
  return numbers.every((number) => Number.isFinite(number)) ? numbers : undefined;
}

function readBox(value: PDFObject | undefined): Box | undefined {
  const numbers = readNumbers(value, 4);
  if (numbers === undefined) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

function readMatrix(value: PDFObject | undefined): Matrix {
  const numbers = readNumbers(value, 6);
  if (numbers === undefined) return IDENTITY;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}

/** Returns the bounding box of a transformed box. */
function transformedBox(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [box.left, box.right].flatMap((x) =>
    [box.bottom, box.top].map((y) => ({ x: a * x + c * y + e, y: b * x + d * y + f })),
  );
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}
