import { WRONG_TYPE } from '#form/documents/file-rules.ts';
import { FileFault } from './conversion.ts';

/** What a file is by its content. A zip counts as docx until it is unpacked. */
export type FileKind = 'png' | 'jpeg' | 'pdf' | 'docx';

const ENDINGS: Readonly<Record<string, FileKind>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pdf: 'pdf',
  docx: 'docx',
};

const CALLED: Readonly<Record<FileKind, { readonly name: string; readonly ending: string }>> = {
  png: { name: 'a PNG picture', ending: '.png' },
  jpeg: { name: 'a JPEG picture', ending: '.jpg' },
  pdf: { name: 'a PDF', ending: '.pdf' },
  docx: { name: 'a Word document', ending: '.docx' },
};

type Signature = { readonly at: number; readonly bytes: string };

const ALLOWED: readonly (Signature & { readonly kind: FileKind })[] = [
  { kind: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { kind: 'pdf', at: 0, bytes: '%PDF-' },
  { kind: 'docx', at: 0, bytes: 'PK\x03\x04' },
];

const PHONE_PICTURE =
  'This is a HEIC picture, which cannot be read everywhere. On the iPhone, open it in Photos, choose Share and Options, set Format to Most Compatible, and send it as .jpg.';
const OLD_WORD =
  'This is an old or password-protected Word document. Save it as a .docx without a password, or as a PDF.';
const MARKUP = `This file is a web page, a drawing or another text, whatever its name says. ${WRONG_TYPE}`;
const OTHER_PICTURE = `This kind of picture cannot be read. Save it as .jpg or .png. ${WRONG_TYPE}`;

/** Files students are likely to choose by mistake, with the way out. */
const REFUSED: readonly (Signature & { readonly message: string })[] = [
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => ({
    at: 4,
    bytes: `ftyp${brand}`,
    message: PHONE_PICTURE,
  })),
  { at: 4, bytes: 'ftyp', message: OTHER_PICTURE },
  { at: 0, bytes: 'GIF8', message: OTHER_PICTURE },
  { at: 8, bytes: 'WEBP', message: OTHER_PICTURE },
  { at: 0, bytes: 'II*\0', message: OTHER_PICTURE },
  { at: 0, bytes: 'MM\0*', message: OTHER_PICTURE },
  { at: 0, bytes: 'BM', message: OTHER_PICTURE },
  { at: 0, bytes: '\xd0\xcf\x11\xe0', message: OLD_WORD },
  { at: 0, bytes: '{\\rtf', message: 'This is an RTF text. Save it as .docx or as a PDF.' },
  { at: 0, bytes: '<', message: MARKUP },
  { at: 0, bytes: '\xef\xbb\xbf<', message: MARKUP },
];

/**
 * Decides what a file is by its first bytes; the ending of its name must agree with them.
 *
 * @throws FileFault when it is none of the allowed kinds, or another one than its name says
 */
export function readFileKind(bytes: Uint8Array, fileName: string): FileKind {
  if (bytes.length === 0) throw new FileFault('Your file is empty. Please upload a non-empty file.');
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  const isAt = ({ at, bytes: signature }: Signature): boolean => start.startsWith(signature, at);
  const kind = ALLOWED.find(isAt)?.kind;
  if (kind === undefined) throw new FileFault(REFUSED.find(isAt)?.message ?? notAllowed());
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (ENDINGS[ending] === kind) return kind;
  const { name, ending: right } = CALLED[kind];
  if (kind === 'docx' || ENDINGS[ending] === undefined)
    throw new FileFault(`The name of this file does not match its content. ${WRONG_TYPE}`);
  throw new FileFault(
    `This file is ${name}, but its name ends in .${ending}. Rename it to end in ${right} and choose it again.`,
  );
}

function notAllowed(): string {
  return `This is another kind of file, or it is broken. ${WRONG_TYPE}`;
}
