import { availableParallelism } from 'node:os';
import { createBoundedQueue } from '#server/bounded-queue.ts';
import { convertWord } from './convert-word.ts';
import { CONVERSION_LIMITS, FileFault, type Conversion, type ConversionLimits } from './conversion.ts';
import { readFileKind, type FileKind } from './file-kind.ts';
import { findSoffice } from './office/find-soffice.ts';
import { failed, runStep, type Failed, type StepRun } from './run-step.ts';
import type { StepResult } from './step-result.ts';

export type ConversionOptions = {
  readonly limits?: Partial<ConversionLimits>;
  /** Finds an installed LibreOffice; left out, the one on the path. */
  readonly findSoffice?: () => Promise<string | undefined>;
};

/** A conversion fills a core and up to 1.5 GB; more at once would only wait for each other. */
const inTurn = createBoundedQueue({
  atOnce: Math.min(2, availableParallelism()),
  waiting: 100,
  full: 'Many documents are being converted right now.',
});

const NOT_CONVERTED = 'The document could not be converted.';

/**
 * Makes a PDF of what a student sent. Decides by content what it is; converts in processes of their own that are
 * sandboxed, and killed when they take too much; never throws for what is in a file.
 *
 * @param fileName as the student named it: its ending must fit the content, and it becomes the title of the PDF
 */
export async function convertDocument(
  bytes: Uint8Array,
  fileName: string,
  options: ConversionOptions = {},
): Promise<Conversion> {
  try {
    return await inTurn(() => convert(bytes, fileName, options));
  } catch (error) {
    if (error instanceof FileFault) return { kind: 'refused', message: error.message };
    return failed(NOT_CONVERTED);
  }
}

async function convert(bytes: Uint8Array, fileName: string, options: ConversionOptions): Promise<Conversion> {
  const kind = readFileKind(bytes, fileName);
  const limits = { ...CONVERSION_LIMITS, ...options.limits };
  const title = fileName.replaceAll(/\p{Cc}/gu, ' ');
  const run = { file: bytes, title, limits, endsAt: Date.now() + limits.wallMs };
  const result = await runKind(kind, run, options);
  if (result.kind !== 'done') return result;
  const { document, pages, thumbnail } = result;
  return { kind: 'converted', pdf: document, pages, thumbnail };
}

/** Each step has a process of its own, so that what reads the student's file is gone before its result is read. */
async function runKind(
  kind: FileKind,
  run: Omit<StepRun, 'step'>,
  options: ConversionOptions,
): Promise<StepResult | Failed> {
  if (kind === 'pdf') return await runStep({ ...run, step: 'pdf' });
  if (kind === 'docx') {
    const soffice = await (options.findSoffice ?? findSoffice)();
    return await convertWord({ ...run, soffice });
  }
  return await runStep({ ...run, step: 'image' });
}
