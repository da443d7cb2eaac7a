import { dayOf } from '#form/conditions/date-offset.ts';
import { createHash } from 'node:crypto';
import { isAnswered } from '#form/definition/answer.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { sortName } from '#form/summary/student-names.ts';
import { readSavedForm } from '#server/answer-migration/migrated-application.ts';
import { selectSavedApplication } from '#server/student-tables/application-store.ts';
import { type DocumentRow, selectDocuments } from '#server/student-tables/document-store.ts';
import { selectSubmission } from '#server/student-tables/submission-store.ts';
import type { Services } from '../start/services.ts';

/** A document that follows the application. */
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
  /** Everything that distinguishes one copy from another. */
  readonly shown: readonly unknown[];
  /** Nothing is answered and nothing attached. */
  readonly isEmpty: boolean;
};

export type CopyServices = Pick<Services, 'clock' | 'db' | 'definition' | 'partner'>;

/** Increase it when a change of the program changes how a copy looks. */
const RENDERING = 2;

/** Reads what a copy made now shows: what was submitted, else what is saved. Undefined without an application. */
export async function readCopyState(parts: CopyServices, studentId: string): Promise<CopyState | undefined> {
  const { db, partner } = parts;
  const saved = await selectSavedApplication(db, studentId);
  if (saved === undefined) return undefined;
  const submitted = saved.submittedAt && (await selectSubmission(db, studentId, parts.definition));
  const { username, submittedAt } = saved;
  if (!submitted) {
    const { documents, ...form } = await readSavedForm(parts, studentId, saved);
    const { definition } = parts;
    return copyStateOf({ ...form, partner, definition, username, submittedAt }, documents);
  }
  const documents = await selectDocuments(db, studentId);
  return copyStateOf({ ...submitted, partner, username, submittedAt }, documents);
}

type CopiedForm = FormState &
  Pick<CopyState, 'username' | 'submittedAt'> & {
    readonly partner: string;
    readonly definition: FormDefinition;
  };

/** What a copy of a form shows, with these documents of its student. */
export function copyStateOf(form: CopiedForm, all: readonly DocumentRow[]): CopyState {
  const { answers, tabs, counts, definition, partner, submittedAt, username } = form;
  const state = { answers, tabs, counts, ...(submittedAt && { today: dayOf(submittedAt) }) };
  const documents = all.length === 0 ? [] : copiedDocuments(definition, state, all);
  const shown = [RENDERING, partner, definition.hash, answers, tabs, counts, documents, submittedAt];
  return {
    username,
    sortName: sortName(definition, answers),
    submittedAt,
    documents,
    shown,
    isEmpty: documents.length === 0 && !Object.values(answers).some((value) => isAnswered(value)),
  };
}

/** Hashes what a copy shows: two copies with the same fingerprint show the same. */
export function fingerprintOf({ shown }: CopyState): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

function copiedDocuments(
  definition: FormDefinition,
  state: FormState,
  all: readonly DocumentRow[],
): readonly CopiedDocument[] {
  const byKey = new Map(all.map((document) => [document.answerKey, document]));
  return visibleQuestions(definition, state).flatMap(({ key, fullLabel }) => {
    const document = byKey.get(key);
    if (document?.status !== 'COMPLETED' || document.pdfKey === null) return [];
    const { fileName, pdfKey } = document;
    return [{ key, label: fullLabel, fileName, pdfKey }];
  });
}
