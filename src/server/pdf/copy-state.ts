import { dayOf } from '#form/conditions/date-offset.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { sortName } from '#form/summary/student-names.ts';
import { readShownForm } from '#server/answer-migration/migrated-application.ts';
import type { Database } from '#server/database/database.ts';
import { encryptionOf } from '#server/encryption/row-encryption.ts';
import type { DocumentRow } from '#server/student-tables/document-store.ts';
import type { Services } from '../start/services.ts';

/** A document appended to the application. */
export type CopiedDocument = {
  /** Key of its question. */
  readonly key: string;
  /** Label of its question, e.g. `Transcript`. */
  readonly label: string;
  readonly fileName: string;
  /** File key of the converted document. */
  readonly pdfKey: string;
  /** Whether the malware scanner found nothing in it; false if none has read it. */
  readonly isScanned: boolean;
};

/** Contents of an application's PDF copy. */
export type CopyState = {
  readonly username: string;
  /** Name for filing; '' if not given. */
  readonly sortName: string;
  readonly submittedAt: Date | null;
  /** In form order. */
  readonly documents: readonly CopiedDocument[];
  /** Everything that distinguishes copies. */
  readonly shown: readonly unknown[];
  /** Whether nothing is answered or attached. */
  readonly isEmpty: boolean;
};

/** Increment when the rendering of copies changes. */
const RENDERING = 2;

/** Reads the contents of a copy made now. The submission, else the saved form. Undefined without an application. */
export async function readCopyState(
  parts: Pick<Services, 'clock' | 'db' | 'definition' | 'partner'>,
  studentId: string,
): Promise<CopyState | undefined> {
  const form = await readShownForm(parts, studentId);
  return form && copyStateOf({ ...form, partner: parts.partner }, form.documents);
}

type CopiedForm = FormState &
  Pick<CopyState, 'username' | 'submittedAt'> & {
    readonly partner: string;
    readonly definition: FormDefinition;
  };

/** Returns the contents of a form's copy, with the student's documents. */
export function copyStateOf(form: CopiedForm, all: readonly DocumentRow[]): CopyState {
  const { answers, tabs, counts, definition, partner, submittedAt, username } = form;
  const state = { answers, tabs, counts, ...(submittedAt && { today: dayOf(submittedAt) }) };
  const documents = all.length === 0 ? [] : copiedDocuments(definition, state, all);
  const files = documents.map(({ isScanned: _unshown, ...file }) => file);
  const shown = [RENDERING, partner, definition.hash, answers, tabs, counts, files, submittedAt];
  return {
    username,
    sortName: sortName(definition, answers),
    submittedAt,
    documents,
    shown,
    isEmpty: documents.length === 0 && !Object.values(answers).some((value) => isAnswered(value)),
  };
}

/** Hashes a copy's contents: equal fingerprints mean equal copies. */
export function fingerprintOf(db: Database, { shown }: CopyState): string {
  return encryptionOf(db).hash(JSON.stringify(shown));
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
    const { fileName, pdfKey, isScanned } = document;
    return [{ key, label: fullLabel, fileName, pdfKey, isScanned }];
  });
}
