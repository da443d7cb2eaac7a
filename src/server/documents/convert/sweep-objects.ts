import { PDFArray, PDFDict, PDFName, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib';

/** Kinds of actions (ISO 32000-1, table 198, and those of later extensions) but the one of a web link. */
const ACTIONS = new Set([
  'GoTo3DView',
  'GoToE',
  'GoToR',
  'Hide',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'Named',
  'Rendition',
  'ResetForm',
  'RichMediaExecute',
  'SetOCGState',
  'Sound',
  'SubmitForm',
  'Thread',
]);
/** What starts an action or names a file, wherever it is. No program uses these as names of fonts or pictures. */
const ANYWHERE = [
  'JS',
  'OpenAction',
  'EmbeddedFiles',
  'EmbeddedFile',
  'XFA',
  'AcroForm',
  'EF',
  'RichMediaContent',
];
/** Of a stream: data, pictures and notes in other files, attached files, other versions of a picture. */
const OF_STREAMS = [
  'F',
  'FFilter',
  'FDecodeParms',
  'OPI',
  'Ref',
  'AF',
  'Alternates',
  'Metadata',
  'PieceInfo',
];

/**
 * Empties what could act, fetch or carry a file in a whole PDF: also fonts, pictures, patterns and drawings may hold
 * dictionaries that nobody looks at.
 */
export function sweepObjects(context: PDFContext): void {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
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
    const value = entries.get(PDFName.of(key));
    return value instanceof PDFName ? value.decodeText() : '';
  };
  return (
    ACTIONS.has(nameAt('S')) ||
    nameAt('Type') === 'Filespec' ||
    nameAt('Subtype') === 'PS' ||
    entries.has(PDFName.of('EF'))
  );
}
