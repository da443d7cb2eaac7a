import type { Randomness } from '../randomness.ts';
import { SERVER, type AuditTrail } from '../audit/audit-trail.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentStore } from '../records/document-store.ts';
import { newFileKey, type FileStore } from '../storage/file-store.ts';
import type { ConvertJob, FileWorker } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limits.ts';
import type { DocumentStatus } from '../storage/tables.ts';
import type { Conversion } from './convert/conversion.ts';
import { FAILED_CONVERSIONS, failedConversionsKey } from './failed-conversions.ts';

/** Makes a PDF of a file; never throws for what is in it. */
export type Convert = (bytes: Buffer, fileName: string) => Promise<Conversion>;

export type ConvertWorkerParts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly documents: DocumentStore;
  readonly audit: AuditTrail;
  readonly limits: Limits;
  readonly clock: () => Date;
  readonly random: Randomness;
  readonly convert: Convert;
};

const LOST = 'Your file was lost on our side. Please choose it again.';
const GAVE_UP = 'Your file could not be prepared. Please try again, or save it as a PDF and attach that.';

/** The conversion broke down or took too much; the queue tries again. */
class ConversionFailed extends Error {}

/** What became of a document, as its row tells it. */
type Outcome = {
  readonly status: DocumentStatus;
  readonly message?: string;
  readonly pages?: number;
  readonly pdf_key?: string;
  readonly thumbnail?: Buffer;
};

/**
 * Converts the documents of the queue. A job may run again after a crash, or twice at once when a server hung: the
 * row is only ever changed while it is unfinished and still about the same file, so there is one result.
 */
export function createConvertWorker(parts: ConvertWorkerParts): FileWorker<ConvertJob> {
  return {
    async run(job) {
      const fileName = await begin(parts, job);
      if (fileName === undefined) return;
      const bytes = await parts.files.read(job.fileKey);
      if (bytes === undefined) return finish(parts, job, { status: 'FAILED', message: LOST });
      const result = await parts.convert(bytes, fileName);
      if (result.kind === 'failed') throw new ConversionFailed();
      if (result.kind === 'refused') return finish(parts, job, { status: 'FAILED', message: result.message });
      // A key of its own for each try: one that lost the race must not take the winner's file away.
      const pdfKey = newFileKey(job.studentId, (size) => parts.random.bytes(size));
      await parts.files.write(pdfKey, result.pdf);
      const { pages, thumbnail } = result;
      await finish(parts, job, { status: 'COMPLETED', pages, pdf_key: pdfKey, thumbnail });
    },
    async giveUp(job) {
      await parts.limits.charge(failedConversionsKey(job.studentId), FAILED_CONVERSIONS, parts.clock());
      await finish(parts, job, { status: 'FAILED', message: GAVE_UP });
    },
  };
}

/** Notes that the work goes on; the name of the file, or undefined when nobody waits for this job any more. */
async function begin({ db, clock }: ConvertWorkerParts, job: ConvertJob): Promise<string | undefined> {
  const row = await unfinished(db, job)
    .set({ status: 'IN_PROGRESS', updated_at: clock() })
    .returning('file_name')
    .executeTakeFirst();
  return row?.file_name;
}

async function finish(parts: ConvertWorkerParts, job: ConvertJob, outcome: Outcome): Promise<void> {
  const row = await unfinished(parts.db, job)
    .set({ ...outcome, updated_at: parts.clock() })
    .returning('student_id')
    .executeTakeFirst();
  if (row === undefined) {
    // The document was taken away meanwhile, by the operator for instance.
    if (outcome.pdf_key !== undefined) await parts.documents.discard([outcome.pdf_key]);
    return;
  }
  await tell(parts, job, outcome.status === 'COMPLETED' ? 'ok' : 'refused');
}

async function tell({ db, audit }: ConvertWorkerParts, job: ConvertJob, result: 'ok' | 'refused') {
  const student = await db
    .selectFrom('student')
    .select('username')
    .where('id', '=', job.studentId)
    .executeTakeFirst();
  if (student === undefined) return;
  const { username } = student;
  await audit.record({ kind: 'conversion', username, client: SERVER, result, detail: job.answerKey });
}

function unfinished(db: Database, job: ConvertJob) {
  return db
    .updateTable('document')
    .where('student_id', '=', job.studentId)
    .where('answer_key', '=', job.answerKey)
    .where('file_key', '=', job.fileKey)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS']);
}
