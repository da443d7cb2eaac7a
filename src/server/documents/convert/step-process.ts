import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { closeNetwork } from './conversion.ts';
import { setLanguage } from '#texts/language.ts';
import {
  documentOnly,
  FileError,
  LANGUAGE_VARIABLE,
  packResult,
  type StepResult,
  TITLE_VARIABLE,
} from './conversion.ts';

// Entry point of a converting process: node step-process.ts <step>, the file on standard input, its title in the
// environment.

/** Separate from the standard streams, to which libraries can write. */
const RESULT_PIPE = 3;

type Step = (file: Buffer, title: string) => Promise<StepResult>;

/** Each step loads its own libraries: a picture needs no LibreOffice. */
const STEPS: Readonly<Record<string, Step>> = {
  async image(file, title) {
    const { imageToPdf } = await import('./image-to-pdf.ts');
    const { pdf, thumbnail } = await imageToPdf(file, title);
    return { kind: 'done', document: pdf, pages: 1, thumbnail };
  },
  async pdf(file, title) {
    const { convertPdf } = await import('./convert-pdf.ts');
    return await convertPdf(file, title);
  },
  async docx(file) {
    const { cleanDocx } = await import('./docx/clean-docx.ts');
    return documentOnly(await cleanDocx(file));
  },
  async office(file) {
    const { officeToPdf } = await import('./office/embedded-office.ts');
    return documentOnly(await officeToPdf(file));
  },
  async rendered(file, title) {
    const { convertRenderedWord } = await import('./convert-rendered-word.ts');
    return await convertRenderedWord(file, title);
  },
};

async function resultOf(step: Step, title: string): Promise<StepResult> {
  try {
    return await step(await buffer(process.stdin), title);
  } catch (error) {
    if (error instanceof FileError) return { kind: 'refused', message: error.message };
    throw error;
  }
}

closeNetwork();
setLanguage(JSON.parse(process.env[LANGUAGE_VARIABLE] ?? '{}'));
const [name = ''] = process.argv.slice(2);
const step = STEPS[name];
if (step === undefined) throw new Error(`There is no step ${name}.`);
const bytes = packResult(await resultOf(step, process.env[TITLE_VARIABLE] ?? ''));
for (let at = 0; at < bytes.length;) at += writeSync(RESULT_PIPE, bytes, at);
// LibreOffice's threads would keep the process alive.
process.exit(0);
