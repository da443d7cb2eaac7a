import type { Transaction } from '../database/database.ts';
import { BY_SERVER } from '../audit/audit-trail.ts';
import { selectUsername } from '#server/student-tables/account-store.ts';
import { updateConversion, type ConversionColumns } from '#server/student-tables/document-store.ts';
import { newFileKey } from '../files/file-store.ts';
import type { ConvertJob, FileWorker } from '../jobs/jobs.ts';
import type { ScanFile } from './scan-file.ts';
import type { KeyedRate } from '../limits/client-limits.ts';
import type { Services } from '../start/services.ts';
import { fileRulesIn } from '#form/documents/document-answers.ts';
import { fileRuleTexts } from '#form/documents/file-rules.ts';
import { fillText, say, conversionTexts } from '#texts/say.ts';

/** Limits a student's failed conversions. A few are free, then six an hour, so others can use the converter. */
export function failedConversions(studentId: string): KeyedRate {
  return { key: `conversion-failed:student:${studentId}`, rate: { burst: 4, everyMs: 600_000 } };
}

/** The conversion crashed or exceeded a limit; the queue retries it. */
class ConversionFailed extends Error {}

/**
 * Converts queued documents. A job can rerun after a crash, or run twice after a server hung: the row is only changed
 * while it is unfinished and refers to the same file, so there is one result.
 */
export function createConversionWorker(parts: Services, scanFile: ScanFile): FileWorker<ConvertJob> {
  return {
    async run(job) {
      const fileName = await updateConversion(parts.db, job, { status: 'IN_PROGRESS' }, parts.clock());
      if (fileName === undefined) return;
      const bytes = await parts.files.read(job.fileKey);
      if (bytes === undefined)
        return finishConversion(parts, job, { status: 'FAILED', message: say(conversionTexts.lost) });
      const scan = await scanFile(bytes);
      if (scan.kind === 'away') return waitForScanner(parts, job);
      if (scan.kind === 'infected')
        return finishConversion(
          parts,
          job,
          { status: 'FAILED', message: say(conversionTexts.infected) },
          `${job.answerKey}: ${scan.name}`,
        );
      const result = await parts.convert(bytes, fileName);
      if (result.kind === 'failed') throw new ConversionFailed();
      if (result.kind === 'refused') {
        const message = fillText(result.message, fileRuleTexts(fileRulesIn(parts.definition, job.answerKey)));
        return finishConversion(parts, job, { status: 'FAILED', message });
      }
      // Each try has its own key, so that the loser of a race cannot delete the winner's file.
      const pdfKey = newFileKey(job.studentId, (size) => parts.random.bytes(size));
      await parts.files.write(pdfKey, result.document);
      const { pages, thumbnail } = result;
      const is_scanned = scan.kind === 'clean';
      const done = { status: 'COMPLETED', message: '', pages, thumbnail, is_scanned } as const;
      await finishConversion(parts, job, { ...done, pdf_key: pdfKey });
    },
    async giveUp(job) {
      await parts.limits.debit([failedConversions(job.studentId)], parts.clock());
      await finishConversion(parts, job, { status: 'FAILED', message: say(conversionTexts.gaveUp) });
    },
  };
}

/** Delays a file until the scanner is available, with a message; not counted as a failure. */
async function waitForScanner(parts: Services, job: ConvertJob): Promise<void> {
  const message = say(conversionTexts.scannerAway);
  await updateConversion(parts.db, job, { status: 'UNPROCESSED', message }, parts.clock());
  await parts.jobs.sendLater('convert', job);
}

/** Ends a conversion, and deletes the original file. */
async function finishConversion(
  parts: Services,
  job: ConvertJob,
  state: ConversionColumns,
  detail = job.answerKey,
): Promise<void> {
  const isFinished = await parts.db.transaction().execute(async (transaction) => {
    if ((await updateConversion(transaction, job, state, parts.clock())) === undefined) return false;
    await recordConversion(parts, { job, state, detail }, transaction);
    return true;
  });
  if (isFinished) await parts.discard([job.fileKey]);
  // The document was deleted in the meantime, for example by the operator.
  else if (state.pdf_key) await parts.discard([state.pdf_key]);
}

type Recorded = { readonly job: ConvertJob; readonly state: ConversionColumns; readonly detail: string };

async function recordConversion(
  { audit }: Services,
  { job, state, detail }: Recorded,
  transaction: Transaction,
): Promise<void> {
  const username = await selectUsername(transaction, job.studentId);
  if (username === undefined) return;
  const result = state.status === 'COMPLETED' ? 'ok' : 'refused';
  await audit.record({ kind: 'conversion', username, client: BY_SERVER, result, detail }, transaction);
}
