import type { PdfCopyTable } from '#server/storage/tables.ts';

export type PdfCopyRow = Pick<PdfCopyTable, 'fingerprint' | 'status'> & { readonly updatedAt: Date };

/**
 * `keep`: what is there answers the question. `start`: a job has to be enqueued. `follow`: the job that is on its way is
 * to make the newer copy.
 */
export type PdfCopyStep = 'keep' | 'start' | 'follow';

/** A failure is shown at least so long before asking again tries again. */
const RETRY_AFTER_MS = 3000;
/** A job that is neither done nor given up after all its tries is lost. */
const LOST_AFTER_MS = 10 * 60_000;

/** What a request for the copy with this fingerprint leads to, given the row of the last copy. */
export function pdfCopyStep(row: PdfCopyRow | undefined, fingerprint: string, now: Date): PdfCopyStep {
  if (row === undefined) return 'start';
  const isSame = row.fingerprint === fingerprint;
  // A clock that is put back keeps nobody waiting.
  const age = Math.abs(now.getTime() - row.updatedAt.getTime());
  switch (row.status) {
    case 'COMPLETED':
      return isSame ? 'keep' : 'start';
    case 'FAILED':
      return isSame && age < RETRY_AFTER_MS ? 'keep' : 'start';
    default:
      if (age >= LOST_AFTER_MS) return 'start';
      return isSame ? 'keep' : 'follow';
  }
}
