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
   * From the first process to the last. What runs wild is ended by its time on the processor (sandbox.ts); this is for
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
export class FileFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileFault';
  }
}

/** Environment variables with the title of the document, and with what the partner says instead, for a process that converts. */
export const TITLE_VARIABLE = 'DOCUMENT_TITLE';
export const LANGUAGE_VARIABLE = 'SPOKEN_LANGUAGE';
