import { OperationError } from '#server/http/operation-error.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { createPdfCopyStore, type PdfCopy, type PdfCopyStore } from '#server/pdf/pdf-copy-store.ts';
import type { ExportWork } from './export-work.ts';
import type { SubmittedApplication } from './submitted-application.ts';

const POLL_MS = 500;
/** Enough to keep several servers busy; students' own requests have priority. */
const ORDERED = 64;
/** Without progress for this long, no server makes copies. */
const PATIENCE_MS = 5 * 60_000;

/** Writes the PDF copies; running servers make missing ones. @throws OperationError if none does */
export async function exportCopies(work: ExportWork): Promise<void> {
  const { folder, applications, count, parts } = work;
  const { clock, db, jobs } = parts;
  if (jobs === undefined) throw nobodyMakesThem();
  const copies = createPdfCopyStore({ db, jobs, clock });
  const ordered = new Map<string, SubmittedApplication>();
  const movement = createMovement(copies, clock);
  for await (const submitted of applications) {
    if (await folder.has(nameOf(submitted), submitted.fingerprint)) {
      count('there');
      continue;
    }
    await copies.want({ studentId: submitted.studentId, isBehind: true }, submitted.fingerprint);
    ordered.set(submitted.studentId, submitted);
    while (ordered.size >= ORDERED) await takeFinished();
  }
  while (ordered.size > 0) await takeFinished();

  async function takeFinished(): Promise<void> {
    const found = await copies.findAll([...ordered.keys()]);
    const finished = [...ordered.values()].filter(({ studentId }) => isFinished(found.get(studentId)));
    for (const submitted of finished) {
      ordered.delete(submitted.studentId);
      count(await takeCopy(work, submitted, found.get(submitted.studentId)));
    }
    if (finished.length > 0) return;
    if (await movement.hasEnded()) throw nobodyMakesThem();
    await delay(POLL_MS);
  }
}

/** Whether a copy is done; a deleted student has none, and none in progress. */
function isFinished(copy: PdfCopy | undefined): boolean {
  return copy?.status !== 'UNPROCESSED' && copy?.status !== 'IN_PROGRESS';
}

async function takeCopy(
  { folder, parts }: ExportWork,
  submitted: SubmittedApplication,
  copy: PdfCopy | undefined,
): Promise<'written' | 'failed'> {
  // By now, the student can have started the next application, which is copied instead.
  const isOfThis = copy?.fingerprint === submitted.fingerprint;
  const key = isOfThis && copy.status === 'COMPLETED' ? copy.fileKey : null;
  const pdf = key === null ? undefined : await parts.files.read(key);
  if (pdf === undefined) return 'failed';
  await folder.write(nameOf(submitted), submitted.fingerprint, pdf);
  return 'written';
}

function nameOf({ receipt }: SubmittedApplication): string {
  return `pdf/${receipt}.pdf`;
}

/** Detects whether any copies are made, including those of others. */
function createMovement(copies: Pick<PdfCopyStore, 'countOnTheirWay'>, clock: () => Date) {
  let [before, since] = ['', performance.now()];
  return {
    async hasEnded(): Promise<boolean> {
      const now = JSON.stringify(await copies.countOnTheirWay(clock()));
      if (now !== before) [before, since] = [now, performance.now()];
      return performance.now() - since > PATIENCE_MS;
    },
  };
}

function nobodyMakesThem(): OperationError {
  return new OperationError(
    'Only a running server can make PDF copies, and none is running. Start it, then run this command again.',
  );
}
