import { counted } from '#form/summary/counted.ts';
import type { OperationServices, ReportProgress } from '../operation-services.ts';
import type { ExportFolder } from './export-folder.ts';
import type { SubmittedApplication } from './submitted-application.ts';

/** Result of exporting an application: `there` was written by an earlier run. */
export type Outcome = 'written' | 'there' | 'failed';

/** Context of an export in progress. */
export type ExportWork = {
  readonly parts: OperationServices;
  readonly folder: ExportFolder;
  readonly applications: AsyncGenerator<SubmittedApplication>;
  /** Called once for each application. */
  readonly count: (outcome: Outcome) => void;
};

/** @param make returns undefined if the content is unavailable */
export async function writeOnce(
  folder: ExportFolder,
  name: string,
  fingerprint: string,
  make: () => Promise<string | Uint8Array | undefined>,
): Promise<Outcome> {
  if (await folder.has(name, fingerprint)) return 'there';
  const content = await make();
  if (content === undefined) return 'failed';
  await folder.write(name, fingerprint, content);
  return 'written';
}

/** Minimum interval between progress lines. */
const EVERY_MS = 2000;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Reports progress and the remaining time. @returns a function to call for each completed application */
export function createProgress(
  all: number,
  report: ReportProgress,
  now: () => number = () => performance.now(),
): () => void {
  const started = now();
  let [done, reported] = [0, started];
  return () => {
    done += 1;
    const at = now();
    if (at - reported < EVERY_MS || done === all) return;
    reported = at;
    const left = timeInWords(((at - started) / done) * Math.max(1, all - done));
    report(`${done} of ${all} applications, about ${left} left …`);
  };
}

function timeInWords(ms: number): string {
  const [unit, length] = ms < MINUTE_MS ? (['second', SECOND_MS] as const) : (['minute', MINUTE_MS] as const);
  return counted(Math.ceil(ms / length), unit);
}
