import { MustWait } from '#server/jobs/jobs.ts';
import { convertWord } from './convert-word.ts';
import { CONVERSION_LIMITS, FileError, type Conversion, type ConversionLimits } from './conversion.ts';
import { readFileKind } from './file-kind.ts';
import { FAILED, runStep } from './run-step.ts';
import { findSoffice } from '#server/sandbox/find-soffice.ts';

export type ConversionOptions = {
  readonly limits?: Partial<ConversionLimits>;
  /** Finds an installed LibreOffice. Default: searches the path. */
  readonly findSoffice?: () => string | undefined;
};

/**
 * Converts a student's file to PDF in sandboxed processes. Never throws because of its content.
 * @param fileName its extension must match the content; it becomes the title
 * @throws MustWait if this machine cannot convert now
 */
export async function convertDocument(
  bytes: Uint8Array,
  fileName: string,
  options: ConversionOptions = {},
): Promise<Conversion> {
  try {
    return await convertByKind(bytes, fileName, options);
  } catch (error) {
    if (error instanceof FileError) return { kind: 'refused', message: error.message };
    // A system call failed: there is no process or no space for it now.
    if (error instanceof Error && 'syscall' in error) throw new MustWait(error);
    return FAILED;
  }
}

async function convertByKind(
  bytes: Uint8Array,
  fileName: string,
  options: ConversionOptions,
): Promise<Conversion> {
  const kind = readFileKind(bytes, fileName);
  const all = { ...CONVERSION_LIMITS, ...options.limits };
  // A PDF grows little, unless it was made to fill the disk.
  const limits = kind === 'pdf' ? { ...all, outputBytes: Math.min(all.outputBytes, 3 * bytes.length) } : all;
  const title = fileName.replaceAll(/\p{Cc}/gu, ' ');
  const run = { file: bytes, title, limits, endsAt: Date.now() + limits.wallMs };
  // Each step has its own process: the one that read the student's file ends before its result is read.
  return kind === 'docx'
    ? convertWord(run, (options.findSoffice ?? findSoffice)())
    : runStep(kind === 'pdf' ? 'pdf' : 'image', run);
}
