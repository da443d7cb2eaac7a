import { availableParallelism } from 'node:os';
import { createBoundedQueue } from '#server/bounded-queue.ts';
import { CONVERSION_LIMITS, FileFault, type Conversion, type ConversionLimits } from './conversion.ts';
import { readFileKind, type FileKind } from './file-kind.ts';
import { findSoffice } from './office/find-soffice.ts';
import { installedOfficeToPdf } from './office/installed-office.ts';
import { failed, runStep, type Failed, type StepName, type StepRun } from './run-step.ts';
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

/** Each in a process of its own, so that what reads the student's file is gone before its result is read. */
const STEPS: Readonly<Record<FileKind, readonly StepName[]>> = {
  png: ['image'],
  jpeg: ['image'],
  pdf: ['pdf'],
  docx: ['docx', 'office', 'pdf'],
};

const NOT_CONVERTED = 'The document could not be converted.';

/**
 * Makes a PDF of what a student sent. Decides by content what it is; converts in processes of their own that are
 * fenced in and killed when they take too much; never throws for what is in a file.
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
  const endsAt = Date.now() + limits.wallMs;
  const soffice = kind === 'docx' ? await (options.findSoffice ?? findSoffice)() : undefined;
  let file = bytes;
  for (const step of STEPS[kind]) {
    const result =
      step === 'office' && soffice !== undefined
        ? await installedOfficeToPdf({ soffice, docx: file, limits, endsAt })
        : await runPatiently({ step, file, title, limits, endsAt });
    if (result.kind !== 'done') return result;
    const { document, pages, thumbnail } = result;
    if (pages > 0) return { kind: 'converted', pdf: document, pages, thumbnail };
    file = document;
  }
  return failed(NOT_CONVERTED);
}

/**
 * LibreOffice from npm now and then hangs while it starts: its threads wait for each other for ever. So half of the time
 * is for a first try and the rest for a second, which is as likely to go well as any.
 */
async function runPatiently(run: StepRun): Promise<StepResult | Failed> {
  if (run.step !== 'office') return await runStep(run);
  const first = await runStep({ ...run, endsAt: (Date.now() + run.endsAt) / 2 });
  return first.kind === 'failed' ? await runStep(run) : first;
}
