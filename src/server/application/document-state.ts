import { withoutHidden } from '#form/answers/clear-hidden.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { documentAnswersOf } from '#form/documents/document-answers.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import {
  attachedDocumentKeys,
  isDocumentConverting,
  type DocumentRow,
} from '#server/student-tables/document-store.ts';
import { say, documentsTexts } from '#texts/say.ts';

/** Returns the state with document answers taken from the stored documents. */
export function withDocuments(
  definition: FormDefinition,
  { answers, tabs, counts }: FormState,
  documents: readonly DocumentRow[],
): FormState {
  const attached = documentAnswersOf(definition, attachedDocumentKeys(documents));
  return { answers: { ...answers, ...attached }, tabs, counts };
}

/** Returns messages for visible documents that are not ready to be submitted. */
export function unreadyDocuments(
  definition: FormDefinition,
  state: FormState,
  documents: readonly DocumentRow[],
): ValidationErrors {
  const unready = documents.filter((each) => isDocumentConverting(each) || each.status === 'FAILED');
  if (unready.length === 0) return {};
  const shown = visibleQuestions(definition, withoutHidden(definition, state));
  const visible = new Set(shown.map(({ key }) => key));
  return Object.fromEntries(
    unready
      .filter(({ answerKey }) => visible.has(answerKey))
      .map((each) => [
        each.answerKey,
        [say(isDocumentConverting(each) ? documentsTexts.notReady : documentsTexts.notUsable)],
      ]),
  );
}
