/** What became of a student's document. */
export type Conversion =
  /** `thumbnail` is a PNG of the first page, `THUMBNAIL_WIDTH` pixels wide. */
  | { readonly kind: 'converted'; readonly pdf: Buffer; readonly pages: number; readonly thumbnail: Buffer }
  /** The file is at fault, another try changes nothing: the message says what the student can do. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It took too long, too much memory, or broke down: another try may succeed. */
  | { readonly kind: 'failed'; readonly message: string };

/** What one conversion may use; all of it is counted by the server, not by the process that converts. */
export type ConversionLimits = {
  /**
   * From the first process to the last. What runs wild is ended by its time on the processor (run-sandboxed.ts); this is for
   * what hangs, and longer, because on a busy machine everything takes several times as long.
   */
  readonly wallMs: number;
  /** Resident memory of all processes of a step together; watched on Linux. */
  readonly memoryBytes: number;
  readonly outputBytes: number;
  readonly pages: number;
};

const MEGABYTE = 1024 * 1024;

export const CONVERSION_LIMITS: ConversionLimits = {
  wallMs: 90_000,
  memoryBytes: 1536 * MEGABYTE,
  outputBytes: 10 * MEGABYTE,
  pages: 200,
};

export const THUMBNAIL_WIDTH = 240;

/** Thrown where a file turns out to be at fault; `message` is a sentence for the student. */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** Environment variables with the title of the document, and with what the partner says instead, for a process that converts. */
export const TITLE_VARIABLE = 'DOCUMENT_TITLE';
export const LANGUAGE_VARIABLE = 'SPOKEN_LANGUAGE';

/** What a process that converts hands back. `thumbnail` is empty, `pages` 0, where the step makes none. */
export type StepResult =
  | {
      readonly kind: 'done';
      readonly document: Buffer;
      readonly pages: number;
      readonly thumbnail: Buffer;
    }
  | { readonly kind: 'refused'; readonly message: string };

const REFUSED = 0;
const DONE = 1;
const HEAD_SIZE = 9;

/** The bytes that go over the pipe: kind, then the sentence, or pages, size of the document, document, thumbnail. */
export function packResult(result: StepResult): Buffer {
  if (result.kind === 'refused') return Buffer.concat([Buffer.from([REFUSED]), Buffer.from(result.message)]);
  const head = Buffer.alloc(HEAD_SIZE);
  head.writeUInt8(DONE, 0);
  head.writeUInt32LE(result.pages, 1);
  head.writeUInt32LE(result.document.length, 5);
  return Buffer.concat([head, result.document, result.thumbnail]);
}

/** Undefined when the process ended before it had said all. */
export function unpackResult(bytes: Buffer): StepResult | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes.readUInt8(0) === REFUSED) return { kind: 'refused', message: bytes.toString('utf8', 1) };
  if (bytes.length < HEAD_SIZE) return undefined;
  const documentEnd = HEAD_SIZE + bytes.readUInt32LE(5);
  if (bytes.length < documentEnd) return undefined;
  return {
    kind: 'done',
    pages: bytes.readUInt32LE(1),
    document: bytes.subarray(HEAD_SIZE, documentEnd),
    thumbnail: bytes.subarray(documentEnd),
  };
}

/** A cleaned Word document and the PDF that LibreOffice rendered of it. */
type RenderedWord = { readonly docx: Buffer; readonly pdf: Buffer };

const WORD_HEAD_SIZE = 4;

/** The bytes that go to the process that holds them against each other: size of the document, document, PDF. */
export function packRenderedWord({ docx, pdf }: RenderedWord): Buffer {
  const head = Buffer.alloc(WORD_HEAD_SIZE);
  head.writeUInt32LE(docx.length);
  return Buffer.concat([head, docx, pdf]);
}

export function unpackRenderedWord(bytes: Buffer): RenderedWord {
  const pdfStart = WORD_HEAD_SIZE + bytes.readUInt32LE(0);
  return { docx: bytes.subarray(WORD_HEAD_SIZE, pdfStart), pdf: bytes.subarray(pdfStart) };
}
