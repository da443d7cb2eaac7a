import { type Conversion, type ConversionLimits, documentOnly, packBuffers } from './conversion.ts';
import { FAILED, killedStep, runStep, type StepRun } from './run-step.ts';
import { chown, lstat, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runSandboxed } from './run-sandboxed.ts';
import { fontFolders } from './office/fonts.ts';
import { findIsolation } from '#server/sandbox/isolation.ts';

/** Attempts. LibreOffice from npm hangs at one start in three on a busy machine, and once lost the text of a page. */
const MOST_RUNS = { installed: 2, fromNpm: 5 };

/**
 * Converts a Word document to PDF, with retries.
 * @param soffice an installed LibreOffice; undefined for the one from npm
 */
export async function convertWord(document: StepRun, soffice: string | undefined): Promise<Conversion> {
  const cleaned = await runStep('docx', document);
  if (cleaned.kind !== 'done') return cleaned;
  const docx = { ...document, file: cleaned.document };
  const mostRuns = soffice === undefined ? MOST_RUNS.fromNpm : MOST_RUNS.installed;
  for (let run = 1; ; run += 1) {
    const { result, isRetryable } = await renderWithOffice(docx, soffice);
    if (!isRetryable || run === mostRuns) return result;
  }
}

/** Renders a document; `isRetryable` after a failure that a new LibreOffice process can avoid. */
async function renderWithOffice(run: StepRun, soffice: string | undefined) {
  const rendered = await (soffice === undefined
    ? runStep('office', run)
    : installedOfficeToPdf(run, soffice));
  if (rendered.kind !== 'done') return { result: rendered, isRetryable: rendered.kind === 'failed' };
  const file = packBuffers(run.file, rendered.document);
  const result = await runStep('rendered', { ...run, file });
  return { result, isRetryable: result.kind !== 'done' };
}

/**
 * Converts with an installed LibreOffice, in a folder that is always removed. Each run has its own profile, because two
 * runs cannot share one. Success without a PDF counts as a failure.
 */
async function installedOfficeToPdf({ file, limits, endsAt }: StepRun, soffice: string): Promise<Conversion> {
  const folder = await mkdtemp(join(tmpdir(), 'matricula-office-'));
  try {
    await writeFile(join(folder, 'document.docx'), file);
    await writeFile(join(folder, 'fonts.conf'), fontsConf());
    const { uid } = await findIsolation();
    const files = ['document.docx', 'fonts.conf', ''].map((name) => join(folder, name));
    if (uid !== undefined) await Promise.all(files.map((each) => chown(each, uid, uid)));
    const end = await runSandboxed({
      command: soffice,
      args: [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        ...'--headless --norestore --nolockcheck --nodefault --convert-to pdf --outdir'.split(' '),
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
      reads: [await programFolder(soffice), ...fontFolders()],
      writes: folder,
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

/** Returns the folder of an installed LibreOffice; `soffice` on the path is a link into it. */
async function programFolder(soffice: string): Promise<string> {
  const folder = dirname(await realpath(soffice));
  return basename(folder) === 'program' ? dirname(folder) : folder;
}

/** Reads the result. LibreOffice can be compromised: a link could name a file of the server. */
async function readPdf(file: string, limits: ConversionLimits): Promise<Conversion> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) return FAILED;
  if (found.size > limits.outputBytes) return killedStep('output');
  return documentOnly(await readFile(file));
}

/** Returns a fontconfig with the machine's fonts, and ours for letters it can lack. */
function fontsConf(): string {
  const folders = fontFolders().map((folder) => `<dir>${folder.replaceAll('&', '&amp;')}</dir>`);
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>${folders.join('')}<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`;
}
