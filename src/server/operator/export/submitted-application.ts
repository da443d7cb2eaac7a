import { type CopiedDocument, readCopyState } from '#server/pdf/copy-state.ts';
import { selectSubmission, type Submission } from '#server/student-tables/submission-store.ts';
import { labelledAnswers } from '#server/student-data/export-student.ts';
import type { OperationParts } from '../operation-parts.ts';

/** One application that was submitted. */
export type SubmittedApplication = Submission & {
  readonly studentId: string;
  readonly username: string;
  readonly documents: readonly CopiedDocument[];
  /** Of all that is exported of it. */
  readonly fingerprint: string;
};

/** Undefined for an account that was deleted meanwhile. */
export async function readSubmittedApplication(
  parts: OperationParts,
  studentId: string,
): Promise<SubmittedApplication | undefined> {
  const { clock, db, questionnaire, partner } = parts;
  const { definition } = questionnaire;
  const submission = await selectSubmission(db, studentId, definition);
  const state = await readCopyState({ clock, db, partner, definition }, studentId);
  if (submission === undefined || state === undefined) return undefined;
  const { username, documents, fingerprint } = state;
  return { studentId, username, documents, fingerprint, ...submission };
}

/** Where a document of an application is in the folder; a question's key is safe in a file name. */
export function exportedDocumentName({ receipt }: SubmittedApplication, { key }: CopiedDocument): string {
  return `documents/${receipt}/${key}.pdf`;
}

/** The application as JSON: answers by key, each with its label and the words of what was chosen. */
export function applicationJson(submitted: SubmittedApplication): string {
  const { receipt, submittedAt, username, definition, answers, documents } = submitted;
  const record = {
    receipt,
    submitted_at: submittedAt,
    username,
    answers: labelledAnswers(definition, { answers, now: submittedAt }),
    documents: documents.map((document) => ({
      key: document.key,
      label: document.label,
      file_name: document.fileName,
      file: exportedDocumentName(submitted, document),
    })),
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
