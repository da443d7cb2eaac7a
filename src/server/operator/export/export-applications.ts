import { counted } from '#form/summary/counted.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import {
  countSubmitted,
  selectSubmitted,
  type SubmissionRange,
} from '#server/student-tables/submission-store.ts';
import type { OperationOf } from '../operation-schemas.ts';
import { type OperationServices, type ReportProgress, requireCycle } from '../operation-services.ts';
import { operatorEvent } from '../operator-report.ts';
import { createApplicationsCsv, formsSince, questionsCsv } from './applications-csv.ts';
import { exportCopies } from './export-copies.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';
import { type ExportWork, type Outcome, writeOnce, createProgress } from './export-work.ts';
import {
  applicationJson,
  exportedDocumentName,
  readSubmittedApplications,
  type SubmittedApplication,
} from './submitted-application.ts';
import { batchesOf } from '#server/http/batches.ts';

/** Lines of a table per write. */
const LINES_AT_ONCE = 100;

/**
 * Exports submitted applications to a folder. Each as JSON or PDF, or all as one CSV, with documents and checksums.
 * Skips existing unchanged files, so that it can be repeated.
 * @throws OperationError if the folder cannot be written, or no server makes PDF copies
 */
export async function exportApplications(
  parts: OperationServices,
  { since, out, format, cycle }: OperationOf<'export-applications'>,
  report: ReportProgress,
): Promise<string> {
  const range = { since: new Date(since), filter: await requireCycle(parts, cycle) };
  const [folder, all] = [await openExportFolder(out), await countSubmitted(parts.db, range)];
  // Before the export, so that interrupted ones are recorded too.
  const detail = `${all} applications since ${since} as ${format}, cycle ${cycle}`;
  await parts.audit.recordFirst(operatorEvent('export', { detail }));
  const forms = await formsSince(parts, range);
  const byHash = new Map(forms.map((form) => [form.hash, form]));
  const counts = { written: 0, there: 0, failed: 0 };
  const progress = createProgress(all, report);
  const work: ExportWork = {
    parts,
    folder,
    applications: readSubmittedApplications(parts, byHash, selectSubmitted(parts.db, range)),
    count(outcome) {
      counts[outcome] += 1;
      progress();
    },
  };
  if (format === 'pdf') await exportCopies(work);
  else if (format === 'json') await exportJson(work);
  else await exportTable(work, forms, range);
  await folder.sum();
  return exportSummary(counts, out);
}

async function exportJson({ parts, folder, applications, count }: ExportWork): Promise<void> {
  for await (const submitted of applications) {
    const { receipt, fingerprint } = submitted;
    const json = async () => applicationJson(submitted);
    const outcomes = [
      ...(await exportDocuments(parts, folder, submitted)),
      await writeOnce(folder, `applications/${receipt}.json`, fingerprint, json),
    ];
    count(worstOf(outcomes));
  }
}

/** Streams the table, which can exceed the memory. */
async function exportTable(
  { parts, folder, applications, count }: ExportWork,
  forms: readonly FormDefinition[],
  range: SubmissionRange,
): Promise<void> {
  const table = await createApplicationsCsv(parts, forms, range);
  const file = await folder.begin('applications.csv');
  await file.add(table.head);
  for await (const batch of batchesOf(applications, LINES_AT_ONCE)) {
    await file.add(batch.map((each) => table.line(each)).join(''));
    for (const submitted of batch)
      count(worstOf([...(await exportDocuments(parts, folder, submitted)), 'written']));
  }
  await file.finish();
  await folder.write('questions.csv', '', questionsCsv(forms));
}

function worstOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.includes('written') ? 'written' : 'there';
}

async function exportDocuments(
  { files }: OperationServices,
  folder: ExportFolder,
  submitted: SubmittedApplication,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const document of submitted.documents) {
    const name = exportedDocumentName(submitted, document);
    outcomes.push(await writeOnce(folder, name, document.pdfKey, () => files.read(document.pdfKey)));
  }
  return outcomes;
}

function exportSummary({ written, there, failed }: Readonly<Record<Outcome, number>>, out: string) {
  const cure =
    failed === 0
      ? ''
      : ' See the server’s log for the reasons, and run the command again for those that failed.';
  const results = `${written} written, ${there} already there, ${failed} failed`;
  return `${counted(written + there + failed, 'application')}: ${results}. The folder is ${out}.${cure}`;
}
