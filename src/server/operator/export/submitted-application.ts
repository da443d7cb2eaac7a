import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { type CopiedDocument, readCopyState } from '#server/pdf/copy-state.ts';
import { labelled } from '../export-student.ts';
import type { OperationParts } from '../operation-parts.ts';

/** One application that was submitted. */
export type Submitted = {
  readonly studentId: string;
  readonly username: string;
  readonly receipt: string;
  readonly submittedAt: Date;
  readonly answers: Answers;
  readonly definition: object;
  readonly documents: readonly CopiedDocument[];
  /** Of all that is exported of it. */
  readonly fingerprint: string;
};

/** The students who submitted at a time or later, the earliest first. */
export async function submittedSince({ db }: OperationParts, since: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('submission')
    .select('student_id')
    .where('submitted_at', '>=', since)
    .orderBy('submitted_at')
    .orderBy('receipt')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/** Undefined for an account that was deleted meanwhile. */
export async function readSubmitted(
  parts: OperationParts,
  studentId: string,
): Promise<Submitted | undefined> {
  const { db, questionnaire, partner } = parts;
  const row = await db
    .selectFrom('submission')
    .innerJoin('definition', 'definition.hash', 'submission.definition_hash')
    .select(['receipt', 'submitted_at as submittedAt', 'submission.answers', 'definition.definition'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  const state = await readCopyState({ db, partner, definition: questionnaire.definition }, studentId);
  if (row === undefined || state === undefined) return undefined;
  const { username, documents, fingerprint } = state;
  return { studentId, username, documents, fingerprint, ...row };
}

/** Where a document of an application stands in the folder; a question's key is safe in a file name. */
export function documentFile({ receipt }: Submitted, { key }: CopiedDocument): string {
  return `documents/${receipt}/${key}.pdf`;
}

/** The application as JSON: answers by key, each with its label and the words of what was chosen. */
export function toJson(submitted: Submitted): string {
  const { receipt, submittedAt, username, definition, answers, documents } = submitted;
  const record = {
    receipt,
    submitted_at: submittedAt,
    username,
    answers: labelled(isForm(definition) ? definition : undefined, answers),
    documents: documents.map((document) => ({
      key: document.key,
      label: document.label,
      file_name: document.fileName,
      file: documentFile(submitted, document),
    })),
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

function isForm(definition: object): definition is FormDefinition {
  return 'pages' in definition && Array.isArray(definition.pages);
}
