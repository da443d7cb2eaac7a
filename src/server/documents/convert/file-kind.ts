import { ANY_FILE } from '#form/documents/file-rules.ts';
import { FileError } from './conversion.ts';
import { ownText, type Text, say, conversionTexts, documentsTexts } from '#texts/say.ts';

type Signature = { readonly at: number; readonly bytes: string };

/** Kinds of files by their content, each with its usual ending first. A zip counts as docx until it is unpacked. */
const ALLOWED = [
  { kind: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n', name: conversionTexts.png, endings: ['png'] },
  { kind: 'jpeg', at: 0, bytes: '\xff\xd8\xff', name: conversionTexts.jpeg, endings: ['jpg', 'jpeg'] },
  { kind: 'pdf', at: 0, bytes: '%PDF-', name: conversionTexts.pdf, endings: ['pdf'] },
  { kind: 'docx', at: 0, bytes: 'PK\x03\x04', name: conversionTexts.docx, endings: ['docx'] },
] as const;
type FileKind = (typeof ALLOWED)[number]['kind'];

/** Formats that students often choose by mistake, with advice. */
const REFUSED: readonly (Signature & { readonly message: Text; readonly namesTypes?: true })[] = [
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => ({
    at: 4,
    bytes: `ftyp${brand}`,
    message: conversionTexts.phonePicture,
  })),
  { at: 4, bytes: 'ftyp', message: conversionTexts.otherPicture, namesTypes: true },
  { at: 0, bytes: 'GIF8', message: conversionTexts.otherPicture, namesTypes: true },
  { at: 8, bytes: 'WEBP', message: conversionTexts.otherPicture, namesTypes: true },
  { at: 0, bytes: 'II*\0', message: conversionTexts.otherPicture, namesTypes: true },
  { at: 0, bytes: 'MM\0*', message: conversionTexts.otherPicture, namesTypes: true },
  { at: 0, bytes: 'BM', message: conversionTexts.otherPicture, namesTypes: true },
  { at: 0, bytes: '\xd0\xcf\x11\xe0', message: conversionTexts.oldWord },
  { at: 0, bytes: '{\\rtf', message: conversionTexts.rtf },
  { at: 0, bytes: '<', message: conversionTexts.markup, namesTypes: true },
  { at: 0, bytes: '\xef\xbb\xbf<', message: conversionTexts.markup, namesTypes: true },
];

const OTHER_KIND = { message: conversionTexts.otherKind, namesTypes: true } as const;

/** Detects a file's kind by its first bytes. @throws FileError if it is not allowed, or has another extension */
export function readFileKind(bytes: Uint8Array, fileName: string, { types } = ANY_FILE): FileKind {
  if (bytes.length === 0) throw new FileError(say(documentsTexts.empty));
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  const isAt = ({ at, bytes: signature }: Signature): boolean => start.startsWith(signature, at);
  const found = ALLOWED.find(isAt);
  if (found === undefined) throw notAllowed(REFUSED.find(isAt));
  const { kind, name, endings } = found;
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const hasEnding = (each: readonly string[]): boolean => each.includes(ending);
  if (hasEnding(endings)) return kind;
  const right = `.${endings[0]}`;
  if (!types.includes(right)) throw notAllowed();
  if (kind === 'docx' || !ALLOWED.some((each) => hasEnding(each.endings)))
    throw notAllowed({ message: conversionTexts.otherName, namesTypes: true });
  throw new FileError(say(conversionTexts.otherEnding, { kind: ownText(name), ending, right }));
}

type Refused = Omit<(typeof REFUSED)[number], keyof Signature>;

function notAllowed({ message, namesTypes }: Refused = OTHER_KIND): FileError {
  return new FileError(
    namesTypes ? `${ownText(message)} ${ownText(documentsTexts.wrongType)}` : ownText(message),
  );
}
