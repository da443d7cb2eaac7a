import type { ConversionLimits } from './conversion.ts';
import { packRenderedWord } from './rendered-word.ts';
import { installedOfficeToPdf } from './office/installed-office.ts';
import { runStep, type FailedConversion } from './run-step.ts';
import type { StepResult } from './step-result.ts';

export type WordRun = {
  readonly file: Uint8Array;
  readonly title: string;
  readonly limits: ConversionLimits;
  readonly endsAt: number;
  /** The program of an installed LibreOffice; undefined for the one from npm. */
  readonly soffice: string | undefined;
};

/**
 * Makes a PDF of a Word document. LibreOffice from npm now and then hangs while it starts, which its process notices and
 * ends, and once drew a page without its text. So what fails before the time is over is tried again in a new process,
 * which is as likely to go well as any; what comes out twice without a part of the document is refused.
 */
export async function convertWord(run: WordRun): Promise<StepResult | FailedConversion> {
  const { title, limits, endsAt } = run;
  const cleaned = await runStep({ step: 'docx', file: run.file, title, limits, endsAt });
  if (cleaned.kind !== 'done') return cleaned;
  const docx = cleaned.document;
  const first = await renderWithOffice(run, docx);
  return first.isRetryable ? (await renderWithOffice(run, docx)).result : first.result;
}

type OfficeOutput = {
  readonly result: StepResult | FailedConversion;
  /** It did not go well, and LibreOffice may do better in a new process. */
  readonly isRetryable: boolean;
};

async function renderWithOffice(
  { soffice, title, limits, endsAt }: WordRun,
  docx: Buffer,
): Promise<OfficeOutput> {
  const drawn =
    soffice === undefined
      ? await runStep({ step: 'office', file: docx, title, limits, endsAt })
      : await installedOfficeToPdf({ soffice, docx, limits, endsAt });
  if (drawn.kind !== 'done') return { result: drawn, isRetryable: drawn.kind === 'failed' };
  const file = packRenderedWord({ docx, pdf: drawn.document });
  const result = await runStep({ step: 'rendered', file, title, limits, endsAt });
  return { result, isRetryable: result.kind !== 'done' };
}
