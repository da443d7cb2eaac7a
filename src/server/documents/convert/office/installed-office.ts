import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConversionLimits } from '../conversion.ts';
import { runSandboxed } from '../run-sandboxed.ts';
import { failedStep, killedStep, type FailedConversion } from '../run-step.ts';
import type { StepResult } from '../step-result.ts';
import { fontFolders } from './fonts.ts';
import { conversionTexts } from '#generated/texts.ts';

export type OfficeRun = {
  readonly soffice: string;
  readonly docx: Uint8Array;
  readonly limits: ConversionLimits;
  readonly endsAt: number;
};

/**
 * The PDF of a Word document by an installed LibreOffice, in a folder that is removed in every case. Each run has a
 * profile of its own: two on one profile refuse each other. It may end well without a PDF; that is a failure, too.
 */
export async function installedOfficeToPdf({
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
