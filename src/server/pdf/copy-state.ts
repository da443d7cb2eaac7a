import { createHash } from 'node:crypto';
import { isAnswered } from '#form/definition/answer.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { sortName } from '#form/summary/student-names.ts';
import type { Database } from '../storage/database.ts';

/** A document that stands behind the application. */
export type CopiedDocument = {
  /** Of its question. */
  readonly key: string;
  /** What was asked, e.g. `Transcript`. */
  readonly label: string;
  readonly fileName: string;
  /** Where the converted document is. */
  readonly pdfKey: string;
};

/** All that the PDF copy of one application shows. */
export type CopyState = {
  readonly username: string;
  /** Under which it is filed; empty when none is given. */
  readonly sortName: string;
  readonly submittedAt: Date | null;
  /** In the order of the form. */
  readonly documents: readonly CopiedDocument[];
  /** Of everything above and below: two copies with the same one show the same. */
  readonly fingerprint: string;
  /** Nothing is answered and nothing attached. */
  readonly isEmpty: boolean;
};

export type CopyStateParts = {
  readonly db: Database;
  readonly definition: FormDefinition;
  readonly partner: string;
};

/** To be counted up when a change of the program changes how a copy looks. */
const RENDERING = 1;

/** Reads what a copy made now shows: what was submitted, else what is saved. Undefined without an application. */
export async function readCopyState(
  parts: CopyStateParts,
  studentId: string,
): Promise<CopyState | undefined> {
  const { db, partner } = parts;
  const saved = await db
    .selectFrom('application')
    .innerJoin('student', 'student.id', 'application.student_id')
    .select(['username', 'answers', 'tabs', 'counts', 'submitted_at'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (saved === undefined) return undefined;
  const submitted = saved.submitted_at && (await readSubmission(db, studentId));
  const definition = submitted?.definition ?? parts.definition;
  const { answers, tabs, counts }: FormState = submitted ?? saved;
  const documents = await readDocuments(db, studentId, definition, { answers, tabs, counts });
  const shown = [RENDERING, partner, definition.hash, answers, tabs, counts, documents, saved.submitted_at];
  return {
    username: saved.username,
    sortName: sortName(definition, answers),
    submittedAt: saved.submitted_at,
    documents,
    fingerprint: createHash('sha256').update(JSON.stringify(shown)).digest('base64url'),
    isEmpty: documents.length === 0 && !Object.values(answers).some((value) => isAnswered(value)),
  };
}

async function readSubmission(db: Database, studentId: string) {
  const submission = await db
    .selectFrom('submission')
    .innerJoin('definition', 'definition.hash', 'submission.definition_hash')
    .select(['submission.answers', 'tabs', 'counts', 'definition.definition'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  if (submission === undefined) return undefined;
  const { definition, ...rest } = submission;
  return { ...rest, definition: isForm(definition) ? definition : undefined };
}

function isForm(definition: object): definition is FormDefinition {
  return 'pages' in definition && Array.isArray(definition.pages);
}

async function readDocuments(
  db: Database,
  studentId: string,
  definition: FormDefinition,
  state: FormState,
): Promise<readonly CopiedDocument[]> {
  const rows = await db
    .selectFrom('document')
    .select(['answer_key as key', 'file_name as fileName', 'pdf_key as pdfKey'])
    .where('student_id', '=', studentId)
    .where('status', '=', 'COMPLETED')
    .execute();
  if (rows.length === 0) return [];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return visibleQuestions(definition, state).flatMap(({ key, fullLabel }) => {
    const { fileName, pdfKey } = byKey.get(key) ?? { fileName: '', pdfKey: null };
    return pdfKey === null ? [] : [{ key, label: fullLabel, fileName, pdfKey }];
  });
}
