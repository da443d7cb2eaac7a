import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  LANGUAGE_VARIABLE,
  TITLE_VARIABLE,
  type Conversion,
  type ConversionLimits,
  unpackResult,
} from './conversion.ts';
import { runSandboxed, type ExceededLimit } from './run-sandboxed.ts';
import { language } from '#texts/language.ts';
import { say, conversionTexts } from '#texts/say.ts';

type StepName = 'image' | 'pdf' | 'docx' | 'office' | 'rendered';

export type StepRun = {
  readonly file: Uint8Array;
  readonly title: string;
  readonly limits: ConversionLimits;
  readonly endsAt: number;
};

/** It crashed or exceeded a limit; the worker retries it, then says so. */
export const FAILED: Conversion = { kind: 'failed' };

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../../..');
/** Texts about files, for server and page. */
const TEXTS = ['src/texts', 'src/generated/texts.ts'].map((folder) => join(ROOT, folder));
/** Folders of all packages: as imported and, if that is a symlink, its target. */
const PACKAGES = [
  join(ROOT, 'node_modules'),
  dirname(dirname(createRequire(import.meta.url).resolve('yauzl/package.json'))),
];
/** In addition to the PDF: its thumbnail and the message header. */
const ROOM_FOR_THUMBNAIL = 1024 * 1024;

const READS = [HERE, ...TEXTS, ...PACKAGES, join(ROOT, 'package.json')];

/** Node's permission model: no writes, reads only of programs, no child processes. */
const PERMISSIONS = ['--permission', '--allow-addons', ...READS.map((path) => `--allow-fs-read=${path}`)];
/** A home, because libraries ask for it and the isolated user has none. */
const ENVIRONMENT = { LANG: 'C.UTF-8', HOME: '/nonexistent' };
const HEAP = '--max-old-space-size=768';
/** LibreOffice needs threads; the baseline compiler halves its time and saves 300 MB for one document. */
const FOR_OFFICE = ['--allow-worker', '--liftoff-only'];

/** Runs one step in its own process. */
export async function runStep(step: StepName, { file, title, limits, endsAt }: StepRun): Promise<Conversion> {
  const options = [...PERMISSIONS, HEAP, ...(step === 'office' ? FOR_OFFICE : [])];
  const end = await runSandboxed({
    command: process.execPath,
    args: [...options, '--no-warnings', join(HERE, 'step-process.ts'), step],
    // Process arguments are readable by all users of the machine; its environment is not.
    env: { ...ENVIRONMENT, [TITLE_VARIABLE]: title, [LANGUAGE_VARIABLE]: JSON.stringify(language()) },
    folder: HERE,
    reads: READS,
    input: file,
    endsAt,
    memoryBytes: limits.memoryBytes,
    outputBytes: limits.outputBytes + ROOM_FOR_THUMBNAIL,
  });
  if (end.kind === 'killed') return killedStep(end.exceeded);
  const result = end.code === 0 ? unpackResult(end.output) : undefined;
  return result ?? FAILED;
}

/** Returns the result of a killed step. Oversized output recurs; time and memory can be short by chance. */
export function killedStep(exceeded: ExceededLimit): Conversion {
  return exceeded === 'output' ? { kind: 'refused', message: say(conversionTexts.largeResult) } : FAILED;
}
