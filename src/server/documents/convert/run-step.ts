import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  LANGUAGE_VARIABLE,
  TITLE_VARIABLE,
  type Conversion,
  type ConversionLimits,
  unpackResult,
  type StepResult,
} from './conversion.ts';
import { runSandboxed, type ExceededLimit } from './run-sandboxed.ts';
import { language } from '#texts/language.ts';
import { ownText, type Text, say, conversionTexts } from '#texts/say.ts';

type StepName = 'image' | 'pdf' | 'docx' | 'office' | 'rendered';

export type StepRun = {
  readonly file: Uint8Array;
  readonly title: string;
  readonly limits: ConversionLimits;
  readonly endsAt: number;
};

export type FailedConversion = Extract<Conversion, { kind: 'failed' }>;

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../../..');
/** What is said of files, here and in the page. */
const TEXTS = ['src/texts', 'src/generated/texts.ts'].map((folder) => join(ROOT, folder));
/** The folder of all packages, by the name they are asked for and, where that is a link, by the one it leads to. */
const PACKAGES = [
  join(ROOT, 'node_modules'),
  dirname(dirname(createRequire(import.meta.url).resolve('yauzl/package.json'))),
];
/** In addition to the PDF: its thumbnail and the head of the message. */
const ROOM_FOR_THUMBNAIL = 1024 * 1024;

/** Node's permission model: nothing is written, only programs are read, no process started. */
const PERMISSIONS = [
  '--permission',
  '--allow-addons',
  ...[HERE, ...TEXTS, ...PACKAGES, join(ROOT, 'package.json')].map((path) => `--allow-fs-read=${path}`),
];
const HEAP = '--max-old-space-size=768';
/** LibreOffice runs in threads; compiling it quickly rather than well halves its time and saves 300 MB for one document. */
const FOR_OFFICE = ['--allow-worker', '--liftoff-only'];

/** Runs one step in a process of its own. */
export async function runStep(
  step: StepName,
  { file, title, limits, endsAt }: StepRun,
): Promise<StepResult | FailedConversion> {
  const options = [...PERMISSIONS, HEAP, ...(step === 'office' ? FOR_OFFICE : [])];
  const end = await runSandboxed({
    command: process.execPath,
    args: [...options, '--no-warnings', join(HERE, 'step-process.ts'), step],
    // Everybody on the machine can read the arguments of a process; its environment is its own.
    env: { LANG: 'C.UTF-8', [TITLE_VARIABLE]: title, [LANGUAGE_VARIABLE]: JSON.stringify(language()) },
    folder: HERE,
    input: file,
    endsAt,
    memoryBytes: limits.memoryBytes,
    outputBytes: limits.outputBytes + ROOM_FOR_THUMBNAIL,
  });
  if (end.kind === 'killed') return killedStep(end.exceeded);
  const result = end.code === 0 ? unpackResult(end.output) : undefined;
  return result ?? failedStep(conversionTexts.failed);
}

/** A file that grows too large when converted does so again; time and memory may have been short by chance. */
export function killedStep(exceeded: ExceededLimit): StepResult | FailedConversion {
  if (exceeded === 'time') return failedStep(conversionTexts.tooLong);
  if (exceeded === 'memory') return failedStep(conversionTexts.manyBytes);
  return { kind: 'refused', message: say(conversionTexts.largeResult) };
}

/** A conversion that failed for a reason, and what to do about it. */
export function failedStep(reason: Text): FailedConversion {
  return { kind: 'failed', message: `${ownText(reason)} ${say(conversionTexts.tryAgain)}` };
}
