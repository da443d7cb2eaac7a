import { BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { selectSubmittedSince } from '#server/student-tables/submission-store.ts';
import type { OperationParts } from '../operation-parts.ts';
import { createApplicationsCsv, questionsCsv } from './applications-csv.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';
import {
  exportedDocumentName,
  readSubmittedApplication,
  type SubmittedApplication,
  applicationJson,
} from './submitted-application.ts';
import { waitForCopy } from './wait-for-copy.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportOperation = {
  readonly kind: 'export-applications';
  /** ISO time. */
  readonly since: string;
  /** Absolute path on this machine. */
  readonly out: string;
  readonly format: ExportFormat;
};

type Report = (progress: string) => void;

/** Every so many applications a line of progress. */
const PROGRESS_EVERY = 25;

/**
 * Writes the applications that were submitted at a time or later into a folder: each as one JSON file or one PDF, or
 * all as one CSV table; with JSON and CSV go the documents. What is in the folder already, complete and unchanged, is
 * passed over, so that it may be run again, and goes on where it was stopped.
 *
 * @returns the summary
 * @throws OperationFault when the folder cannot be written, or no server makes PDF copies
 */
export async function exportApplications(
  parts: OperationParts,
  { since, out, format }: ExportOperation,
  report: Report = () => undefined,
): Promise<string> {
  const from = new Date(since);
  const [folder, students] = [await openExportFolder(out), await selectSubmittedSince(parts.db, from)];
  // An export that is stopped midway is recorded too.
  const detail = `${students.length} applications since ${since} as ${format}`;
  await parts.audit.recordFirst({ kind: 'export', username: '', client: BY_OPERATOR, result: 'ok', detail });
  const counts = { written: 0, there: 0, failed: 0 };
  const table = format === 'csv' ? await createApplicationsCsv(parts, from) : undefined;
  const lines: string[] = [];
  for (const [at, studentId] of students.entries()) {
    if (at > 0 && at % PROGRESS_EVERY === 0) report(`${at} of ${students.length} applications …`);
    const submitted = await readSubmittedApplication(parts, studentId);
    if (submitted === undefined) continue;
    if (table) lines.push(table.line(submitted));
    counts[await exportOne(parts, folder, submitted, format)] += 1;
  }
  if (table) {
    await folder.write('applications.csv', '', table.head + lines.join(''));
    await folder.write('questions.csv', '', await questionsCsv(parts, from));
  }
  return exportSummary(students.length, counts, out);
}

type Outcome = 'written' | 'there' | 'failed';

async function exportOne(
  parts: OperationParts,
  folder: ExportFolder,
  submitted: SubmittedApplication,
  format: ExportFormat,
): Promise<Outcome> {
  if (format === 'pdf') return exportPdf(parts, folder, submitted);
  const outcomes = await exportDocuments(parts, folder, submitted);
  if (format === 'json') {
    const { receipt, fingerprint } = submitted;
    outcomes.push(
      await writeOnce(folder, `applications/${receipt}.json`, fingerprint, async () =>
        applicationJson(submitted),
      ),
    );
  }
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.includes('written') || format === 'csv' ? 'written' : 'there';
}

function exportPdf(
  parts: OperationParts,
  folder: ExportFolder,
  submitted: SubmittedApplication,
): Promise<Outcome> {
  const { receipt, fingerprint } = submitted;
  return writeOnce(folder, `pdf/${receipt}.pdf`, fingerprint, () => waitForCopy(parts, submitted));
}

async function exportDocuments(
  { files }: OperationParts,
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

/** @param make gives undefined when the content cannot be had */
async function writeOnce(
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

function exportSummary(
  all: number,
  { written, there, failed }: Readonly<Record<Outcome, number>>,
  out: string,
) {
  const parts = [`${written} written`, `${there} already there`, `${failed} failed`];
  const cure = failed === 0 ? '' : ' The server’s log says why; run the command again for those that failed.';
  const applications = all === 1 ? '1 application' : `${all} applications`;
  return `${applications}: ${parts.join(', ')}. The folder is ${out}.${cure}`;
}
