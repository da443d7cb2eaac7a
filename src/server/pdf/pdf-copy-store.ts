import type { Transaction } from 'kysely';
import type { Database } from '#server/storage/database.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import type { PdfCopyTable, Tables } from '#server/storage/tables.ts';
import { type PdfCopyStep, pdfCopyStep } from './pdf-copy-step.ts';

export type PdfCopy = {
  readonly fingerprint: string;
  readonly status: PdfCopyTable['status'];
  readonly fileKey: string | null;
  readonly message: string | null;
  readonly updatedAt: Date;
};

/** What became of a finished copy. `changed`: another one is wanted by now, and nothing was written. */
type Kept = { readonly kind: 'kept'; readonly oldKey: string | null } | { readonly kind: 'changed' };

export interface PdfCopyStore {
  find(studentId: string): Promise<PdfCopy | undefined>;
  /** Asks for the copy with a fingerprint; enqueues a job when none is on its way. */
  want(studentId: string, fingerprint: string): Promise<PdfCopy>;
  /** Notes that a job makes the copy with a fingerprint; false when nobody waits for one any more. */
  begin(studentId: string, fingerprint: string): Promise<boolean>;
  complete(studentId: string, fingerprint: string, fileKey: string): Promise<Kept>;
  /** Notes why there is none, in a sentence for the student. */
  fail(studentId: string, message: string): Promise<void>;
}

const COLUMNS = [
  'fingerprint',
  'status',
  'file_key as fileKey',
  'message',
  'updated_at as updatedAt',
] as const;

const ON_ITS_WAY = ['UNPROCESSED', 'IN_PROGRESS'] as const;

export type PdfCopyStoreParts = {
  readonly db: Database;
  readonly jobs: Pick<JobQueue, 'send' | 'wake'>;
  readonly clock: () => Date;
};

/** The copies as rows; all that decides is done under the row's lock. */
export function createPdfCopyStore({ db, jobs, clock }: PdfCopyStoreParts): PdfCopyStore {
  async function start(trx: Transaction<Tables>, studentId: string, step: PdfCopyStep, fingerprint: string) {
    const updated_at = clock();
    const values = step === 'start' ? ({ status: 'UNPROCESSED', message: null, updated_at } as const) : {};
    await trx
      .updateTable('pdf_copy')
      .set({ fingerprint, ...values })
      .where('student_id', '=', studentId)
      .execute();
    if (step === 'start') await jobs.send('pdf', { studentId }, trx);
  }
  return {
    find: (studentId) =>
      db.selectFrom('pdf_copy').select(COLUMNS).where('student_id', '=', studentId).executeTakeFirst(),
    async want(studentId, fingerprint) {
      const copy = await db.transaction().execute(async (trx) => {
        const isNew = await insertRow(trx, studentId, clock());
        const row = await lockRow(trx, studentId);
        const step = isNew ? 'start' : pdfCopyStep(row, fingerprint, clock());
        if (step === 'keep') return row;
        await start(trx, studentId, step, fingerprint);
        return lockRow(trx, studentId);
      });
      jobs.wake('pdf');
      return copy;
    },
    async begin(studentId, fingerprint) {
      const result = await db
        .updateTable('pdf_copy')
        .set({ status: 'IN_PROGRESS', fingerprint, updated_at: clock() })
        .where('student_id', '=', studentId)
        .where('status', 'in', ON_ITS_WAY)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
    complete: (studentId, fingerprint, fileKey) =>
      db.transaction().execute(async (trx) => {
        const row = await lockRow(trx, studentId);
        if (row.fingerprint !== fingerprint) return { kind: 'changed' };
        await trx
          .updateTable('pdf_copy')
          .set({ status: 'COMPLETED', file_key: fileKey, message: null, updated_at: clock() })
          .where('student_id', '=', studentId)
          .execute();
        return { kind: 'kept', oldKey: row.fileKey };
      }),
    async fail(studentId, message) {
      await db
        .updateTable('pdf_copy')
        .set({ status: 'FAILED', message, updated_at: clock() })
        .where('student_id', '=', studentId)
        .where('status', 'in', ON_ITS_WAY)
        .execute();
    },
  };
}

/** True when there was no row before; two who ask at once find one. */
async function insertRow(trx: Transaction<Tables>, studentId: string, now: Date): Promise<boolean> {
  const result = await trx
    .insertInto('pdf_copy')
    .values({ student_id: studentId, fingerprint: '', status: 'UNPROCESSED', updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function lockRow(trx: Transaction<Tables>, studentId: string): Promise<PdfCopy> {
  return trx
    .selectFrom('pdf_copy')
    .select(COLUMNS)
    .where('student_id', '=', studentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
