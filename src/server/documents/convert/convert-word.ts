import { type ConversionLimits, packRenderedWord, type StepResult } from './conversion.ts';
import { runStep, type FailedConversion, failedStep, killedStep } from './run-step.ts';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runSandboxed } from './run-sandboxed.ts';
import { fontFolders } from './office/fonts.ts';
import { conversionTexts } from '#generated/texts.ts';

type WordRun = {
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
  const rendered =
    soffice === undefined
      ? await runStep({ step: 'office', file: docx, title, limits, endsAt })
      : await installedOfficeToPdf({ soffice, docx, limits, endsAt });
  if (rendered.kind !== 'done') return { result: rendered, isRetryable: rendered.kind === 'failed' };
  const file = packRenderedWord({ docx, pdf: rendered.document });
  const result = await runStep({ step: 'rendered', file, title, limits, endsAt });
  return { result, isRetryable: result.kind !== 'done' };
}

type OfficeRun = {
  readonly soffice: string;
  readonly docx: Uint8Array;
  readonly limits: ConversionLimits;
  readonly endsAt: number;
};

/**
 * The PDF of a Word document by an installed LibreOffice, in a folder that is removed in every case. Each run has a
 * profile of its own: two on one profile refuse each other. It may end well without a PDF; that is a failure, too.
 */
async function installedOfficeToPdf({
  soffice,
  docx,
  limits,
  endsAt,
}: OfficeRun): Promise<StepResult | FailedConversion> {
  const folder = await mkdtemp(join(tmpdir(), 'matricula-office-'));
  try {
    await writeFile(join(folder, 'document.docx'), docx);
    await writeFile(join(folder, 'fonts.conf'), fontsConf());
    const end = await runSandboxed({
      command: soffice,
      args: [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--nodefault',
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        join(folder, 'document.docx'),
      ],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        TMPDIR: folder,
        LANG: 'C.UTF-8',
        FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      },
      folder,
      input: new Uint8Array(),
      endsAt,
      memoryBytes: limits.memoryBytes,
      outputBytes: 0,
    });
    if (end.kind === 'killed') return killedStep(end.exceeded);
    return await readPdf(join(folder, 'document.pdf'), limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPdf(file: string, limits: ConversionLimits): Promise<StepResult | FailedConversion> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return failedStep(conversionTexts.failedWord);
  if (size > limits.outputBytes) return killedStep('output');
  return { kind: 'done', document: await readFile(file), pages: 0, thumbnail: Buffer.alloc(0) };
}

/** The fonts of the machine, and ours for the letters it may lack. */
function fontsConf(): string {
  const folders = fontFolders().map((folder) => `<dir>${folder.replaceAll('&', '&amp;')}</dir>`);
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>${folders.join('')}<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`;
}
