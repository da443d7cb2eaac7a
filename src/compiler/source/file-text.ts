import { readFileSync } from 'node:fs';
import type { Json } from './cursor.ts';
import type { Finding } from './fault.ts';

/** A finding and its offset in the text. */
type FindingAt = { readonly offset: number; readonly finding: Finding };

/** The text of a file with byte-level findings, each once; without text if unreadable. */
export type FileText = {
  readonly text: string;
  readonly readable: boolean;
  readonly findings: readonly FindingAt[];
};

const UTF8_CURE = 'Save the file as UTF-8, without a byte order mark; editors have it in the dialog Save As.';

/** Decodes a file, whatever an editor or a merge did to it. */
export function readFileText(bytes: Uint8Array): FileText {
  if (isUtf16(bytes)) {
    const finding = encodingFault('a file in UTF-16, which a word processor or an old editor writes');
    return { text: '', readable: false, findings: [{ offset: 0, finding }] };
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const mark = 'a byte order mark (BOM), three bytes before the text that no editor shows';
  const { text, findings } = decode(marked ? bytes.subarray(3) : bytes);
  const conflicts = mergeConflicts(text);
  const first = marked ? [{ offset: 0, finding: encodingFault(mark) }] : [];
  return { text, readable: conflicts.length === 0, findings: [...first, ...findings, ...conflicts] };
}

function encodingFault(found: string): Finding {
  return { code: 'encoding', found, expected: 'a file in UTF-8', cure: UTF8_CURE };
}

/** Detects a byte order mark, or the zero byte next to the first character of a JSON file. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || (second !== undefined && (first === 0) !== (second === 0));
}

/** Decodes UTF-8, else Windows-1252, which has a character for every byte. */
function decode(bytes: Uint8Array): Pick<FileText, 'text' | 'findings'> {
  const tolerant = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (new TextEncoder().encode(tolerant).every((byte, index) => byte === bytes[index]))
    return { text: tolerant, findings: [] };
  const text = new TextDecoder('windows-1252').decode(bytes);
  const offset = tolerant.indexOf('\uFFFD');
  // Every byte is a character there, so valid bytes before the first invalid one give its offset.
  const before = new TextEncoder().encode(tolerant.slice(0, offset)).length;
  const found = `"${text[before] ?? ''}" in Latin-1 (Windows-1252), not in UTF-8`;
  return { text, findings: [{ offset: before, finding: encodingFault(found) }] };
}

const CONFLICT = /^<{7}(?: .*)?$/gm;
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/m;

/** Finds each merge conflict at its first marker, and leftover markers. */
function mergeConflicts(text: string): readonly FindingAt[] {
  const begun = [...text.matchAll(CONFLICT)];
  const marker = MARKER.exec(text);
  const markers = begun.length > 0 || !marker ? begun : [marker];
  return markers.map(({ 0: line, index }) => ({
    offset: index,
    finding: {
      code: 'merge-conflict',
      found: `"${line}", the mark of a merge conflict`,
      expected: 'one of the two versions between the marks',
      cure: 'Keep the correct lines, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
    },
  }));
}

/** Reads one of the project's own JSON files; throws if invalid. */
export function readJsonFile(file: string): Json {
  const value: Json = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}

/** Formats JSON for files. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
