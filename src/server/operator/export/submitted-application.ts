import type { FormDefinition } from '#form/definition/definition.ts';
import { type CopiedDocument, copyStateOf, fingerprintOf } from '#server/pdf/copy-state.ts';
import { selectDocumentsOf } from '#server/student-tables/document-store.ts';
import { batchesOf } from '#server/http/batches.ts';
import { selectSubmissionsOf, type Submission } from '#server/student-tables/submission-store.ts';
import { labelledAnswers } from '#server/student-data/export-student.ts';
import type { OperationServices } from '../operation-services.ts';

/** A submitted application. */
export type SubmittedApplication = Submission & {
  readonly studentId: string;
  readonly username: string;
  /** Name of its cycle; '' without. */
  readonly cycle: string;
  readonly documents: readonly CopiedDocument[];
  /** Fingerprint of all its exported data. */
  readonly fingerprint: string;
};

/** Applications in memory at a time. */
const AT_ONCE = 50;

/** Reads applications in order, without deleted accounts. @param forms by hash */
export async function* readSubmittedApplications(
  { db, partner, questionnaire: { definition } }: OperationServices,
  forms: ReadonlyMap<string, FormDefinition>,
  receipts: AsyncIterable<string>,
): AsyncGenerator<SubmittedApplication> {
  for await (const batch of batchesOf(receipts, AT_ONCE)) {
    // Of one moment, as a student can start the next application.
    const snapshot = db.transaction().setIsolationLevel('repeatable read');
    const { submissions, documents } = await snapshot.execute(async (read) => {
      const found = await selectSubmissionsOf(read, batch, forms, definition.cycle);
      const ids = found.map(({ studentId }) => studentId);
      return { submissions: found, documents: await selectDocumentsOf(read, ids) };
    });
    const byReceipt = new Map(submissions.map((submission) => [submission.receipt, submission]));
    for (const receipt of batch) {
      const submission = byReceipt.get(receipt);
      if (submission === undefined) continue;
      const state = copyStateOf({ ...submission, partner }, documents.get(submission.studentId) ?? []);
      yield { ...submission, documents: state.documents, fingerprint: fingerprintOf(db, state) };
    }
  }
}

/** Returns the path of a document in the folder. Question keys are safe file names. */
export function exportedDocumentName({ receipt }: SubmittedApplication, { key }: CopiedDocument): string {
  return `documents/${receipt}/${key}.pdf`;
}

/** Formats an application as JSON. Answers by key, each with its label and chosen words. */
export function applicationJson(submitted: SubmittedApplication): string {
  const { receipt, submittedAt, username, deadline, isLate, definition, answers, documents } = submitted;
  const { cycle } = submitted;
  const record = {
    receipt,
    submitted_at: submittedAt,
    username,
    deadline,
    late: isLate,
    cycle,
    answers: labelledAnswers(definition, { answers, now: submittedAt }),
    documents: documents.map((document) => ({
      key: document.key,
      label: document.label,
      file_name: document.fileName,
      file: exportedDocumentName(submitted, document),
      scanned: document.isScanned,
    })),
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
