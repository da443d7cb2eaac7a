import type { PdfCopyTable } from '#server/storage/tables.ts';

export type PdfCopyRow = Pick<PdfCopyTable, 'fingerprint' | 'status'> & { readonly updatedAt: Date };

/**
 * `keep`: what is there answers the question. `start`: a job has to be enqueued. `follow`: the job that is on its way is
 * to make the newer copy.
 */
export type PdfCopyStep = 'keep' | 'start' | 'follow';

/** A failure is shown at least so long before asking again tries again. */
const RETRY_AFTER_MS = 3000;
/** A job that is neither done nor given up after all its tries is lost; one that waits may have many before it. */
const LOST_AFTER_MS = { UNPROCESSED: 60 * 60_000, IN_PROGRESS: 10 * 60_000 };

/** A copy that is on its way and not lost: whatever is saved by then, its job makes what is saved then. */
export function isOnItsWay(
  { status, updatedAt }: Pick<PdfCopyRow, 'status' | 'updatedAt'>,
  now: Date,
): boolean {
  if (status === 'COMPLETED' || status === 'FAILED') return false;
  return ageOf(updatedAt, now) < LOST_AFTER_MS[status];
}

/** What a request for the copy with this fingerprint leads to, given the row of the last copy. */
export function pdfCopyStep(row: PdfCopyRow | undefined, fingerprint: string, now: Date): PdfCopyStep {
  if (row === undefined) return 'start';
  const isSame = row.fingerprint === fingerprint;
  switch (row.status) {
    case 'COMPLETED':
      return isSame ? 'keep' : 'start';
    case 'FAILED':
      return isSame && ageOf(row.updatedAt, now) < RETRY_AFTER_MS ? 'keep' : 'start';
    default:
      if (!isOnItsWay(row, now)) return 'start';
      return isSame ? 'keep' : 'follow';
  }
}

/** A clock that is put back keeps nobody waiting. */
function ageOf(updatedAt: Date, now: Date): number {
  return Math.abs(now.getTime() - updatedAt.getTime());
}
