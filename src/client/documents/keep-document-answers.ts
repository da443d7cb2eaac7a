import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import { hiddenInstanceKeys } from '#form/answers/visible-questions.ts';
import type { AnswerValue, FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { ATTACHED, isDocumentQuestion } from '#form/documents/document-answers.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import type { Documents } from '#client/widgets/file/document-view.ts';

type Kept = {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly documents: Pick<Documents, 'subscribe' | 'view'>;
};

/**
 * Keeps the answers to questions for documents as their documents are: only the server writes them, so nothing of it
 * is saved. A question that was hidden and is asked again has the document that it had.
 *
 * @returns stops keeping them
 */
export function keepDocumentAnswers({ definition, store, documents }: Kept): () => void {
  const questions = [...questionsOf(definition).values()].filter(isDocumentQuestion);
  const isAsked = (question: Question): boolean => {
    const page = definition.pages.find(({ id }) => id === question.page);
    return store.isVisible(question) && !(page && hiddenInstanceKeys(page, store.state()).has(question.key));
  };
  const update = (): void => {
    const wrong = questions.flatMap((question): [string, AnswerValue][] => {
      const { phase } = documents.view(question.key);
      const isThere = phase === 'attached';
      const isKnown = isThere || phase === 'none' || phase === 'converting';
      if (!isKnown || isAnswered(store.answer(question.key)) === isThere || !isAsked(question)) return [];
      return [[question.key, isThere ? ATTACHED : EMPTY_ANSWER]];
    });
    if (wrong.length > 0) store.applyRemote({ answers: Object.fromEntries(wrong) });
  };
  update();
  const stops = [store.subscribe(update), documents.subscribe(update)];
  return () => stops.forEach((stop) => stop());
}
