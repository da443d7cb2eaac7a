import { sql, type Selection } from 'kysely';
import type { Database, Transaction } from '#server/database/database.ts';
import type { JobQueue, PdfJob } from '#server/jobs/jobs.ts';
import type { Tables } from '#server/database/tables.ts';
import { deletedAccountRefusal } from '../http/refusal.ts';
import type { Services } from '../start/services.ts';

/** Result of storing a copy. `changed`: another copy is requested by now, and nothing was written. */
type StoreResult = { readonly kind: 'kept'; readonly oldKey: string | null } | { readonly kind: 'changed' };

/** Number of copies queued and rendering, on all servers. */
export type CopiesInFlight = { readonly waiting: number; readonly rendering: number };

export type PdfCopyStore = ReturnType<typeof createPdfCopyStore>;

const COLUMNS = [
  'fingerprint',
  'status',
  'file_key as fileKey',
  'message',
  'updated_at as updatedAt',
] as const;

export type PdfCopy = Readonly<Selection<Tables, 'pdf_copy', (typeof COLUMNS)[number]>>;

const ON_ITS_WAY = ['UNPROCESSED', 'IN_PROGRESS'] as const;

type CopyStoreServices = Pick<Services, 'clock' | 'db'> & { readonly jobs: Pick<JobQueue, 'send' | 'wake'> };

/** Stores copies as rows; decisions are made under the row's lock. */
export function createPdfCopyStore({ db, jobs, clock }: CopyStoreServices) {
  return {
    find: (studentId: string): Promise<PdfCopy | undefined> =>
      db.selectFrom('pdf_copy').select(COLUMNS).where('student_id', '=', studentId).executeTakeFirst(),
    /** @param until only those requested by then count as waiting */
    countOnTheirWay: (until: Date) => countOnTheirWay(db, until),
    /** By student, without those who never had a copy. */
    findAll: (studentIds: readonly string[]) => findAll(db, studentIds),
    /** Requests the copy with a fingerprint; enqueues a job if none is in flight. */
    async want(job: PdfJob, fingerprint: string): Promise<PdfCopy> {
      const { studentId } = job;
      const copy = await db.transaction().execute(async (trx) => {
        const isNew = await insertRow(trx, studentId, clock());
        const row = await lockRow(trx, studentId);
        const step = isNew ? 'start' : pdfCopyStep(row, fingerprint, clock());
        if (step === 'keep') return row;
        const fresh = { status: 'UNPROCESSED', message: null, updated_at: clock() } as const;
        await trx
          .updateTable('pdf_copy')
          .set({ fingerprint, ...(step === 'start' && fresh) })
          .where('student_id', '=', studentId)
          .execute();
        if (step === 'start') await jobs.send('pdf', job, trx);
        return lockRow(trx, studentId);
      });
      jobs.wake('pdf');
      return copy;
    },
    /** Records that a job is making a copy; false if none is requested anymore. */
    async begin(studentId: string, fingerprint: string): Promise<boolean> {
      const result = await db
        .updateTable('pdf_copy')
        .set({ status: 'IN_PROGRESS', fingerprint, updated_at: clock() })
        .where('student_id', '=', studentId)
        .where('status', 'in', ON_ITS_WAY)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
    complete: (studentId: string, fingerprint: string, fileKey: string): Promise<StoreResult> =>
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
    /** Records the failure, with a message for the student. */
    async fail(studentId: string, message: string): Promise<void> {
      await db
        .updateTable('pdf_copy')
        .set({ status: 'FAILED', message, updated_at: clock() })
        .where('student_id', '=', studentId)
        .where('status', 'in', ON_ITS_WAY)
        .execute();
    },
  };
}

async function countOnTheirWay(db: Database, until: Date): Promise<CopiesInFlight> {
  // Same states as in the partial index.
  const { rows } = await sql<{ waiting: string; rendering: string }>`
    select count(*) filter (where status = 'UNPROCESSED' and updated_at <= ${until}) as waiting,
      count(*) filter (where status = 'IN_PROGRESS') as rendering
    from pdf_copy where status in ('UNPROCESSED', 'IN_PROGRESS')`.execute(db);
  return { waiting: Number(rows[0]?.waiting ?? 0), rendering: Number(rows[0]?.rendering ?? 0) };
}

async function findAll(db: Database, studentIds: readonly string[]): Promise<ReadonlyMap<string, PdfCopy>> {
  const rows = await db
    .selectFrom('pdf_copy')
    .select(['student_id as studentId', ...COLUMNS])
    .where('student_id', 'in', studentIds)
    .execute();
  return new Map(rows.map((row) => [row.studentId, row]));
}

/** Returns true if there was no row; for concurrent requests, only once. */
async function insertRow(trx: Transaction, studentId: string, now: Date): Promise<boolean> {
  const result = await trx
    .insertInto('pdf_copy')
    .values({ student_id: studentId, fingerprint: '', status: 'UNPROCESSED', updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function lockRow(trx: Transaction, studentId: string): Promise<PdfCopy> {
  return trx
    .selectFrom('pdf_copy')
    .select(COLUMNS)
    .where('student_id', '=', studentId)
    .forUpdate()
    .executeTakeFirstOrThrow(deletedAccountRefusal);
}

type PdfCopyRow = Pick<PdfCopy, 'fingerprint' | 'status' | 'updatedAt'>;

/** `start`: enqueue a job. `follow`: the job in flight makes the newer copy. */
type PdfCopyStep = 'keep' | 'start' | 'follow';

/** Minimum time that a failure is shown before a request retries it. */
const RETRY_AFTER_MS = 3000;
/** Age after which an unfinished job is lost; a waiting one can have many before it. */
const LOST_AFTER_MS = { UNPROCESSED: 60 * 60_000, IN_PROGRESS: 10 * 60_000 };

/** Whether a copy is in flight and not lost. Its job renders the form as saved by then. */
export function isInFlight({ status, updatedAt }: Omit<PdfCopyRow, 'fingerprint'>, now: Date): boolean {
  if (status === 'COMPLETED' || status === 'FAILED') return false;
  return ageOf(updatedAt, now) < LOST_AFTER_MS[status];
}

/** Decides the effect of a request, given the last copy's row. */
export function pdfCopyStep(row: PdfCopyRow | undefined, fingerprint: string, now: Date): PdfCopyStep {
  if (row === undefined) return 'start';
  const isSame = row.fingerprint === fingerprint;
  switch (row.status) {
    case 'COMPLETED':
      return isSame ? 'keep' : 'start';
    case 'FAILED':
      return isSame && ageOf(row.updatedAt, now) < RETRY_AFTER_MS ? 'keep' : 'start';
    default:
      if (!isInFlight(row, now)) return 'start';
      return isSame ? 'keep' : 'follow';
  }
}

/** Absolute, so that setting the clock back delays nobody. */
function ageOf(updatedAt: Date, now: Date): number {
  return Math.abs(now.getTime() - updatedAt.getTime());
}
