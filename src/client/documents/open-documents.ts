import type { FormStore } from '../questionnaire/store/form-store.ts';
import type { FormDefinition, AnswerValue, Question } from '#form/definition/definition.ts';
import type { PhotoTools } from '../widgets/file/photos/photos.ts';
import { keysInTabs } from '../saving/save-choices.ts';
import { StudentDocuments, type StudentDocumentsDeps } from './student-documents.ts';
import { tabGroupsOf, questionsOf } from '#form/definition/form-part.ts';
import type { Autosave } from '../saving/autosave.ts';
import { RequestError } from '../api/call.ts';
import { say, documentsTexts, errorTexts } from '#texts/say.ts';
import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { ATTACHED, fileRulesIn, isDocumentQuestion } from '#form/documents/document-answers.ts';
import type { Documents } from '../widgets/file/document-view.ts';
import { answerOf, isVisible, questionOf } from '#client/questionnaire/store/selectors.ts';

type OpenForm = { readonly definition: FormDefinition; readonly store: FormStore };

type OpenDocuments = OpenForm & Omit<StudentDocumentsDeps, 'labelOf' | 'photos' | 'rulesOf'>;

async function photos(): Promise<PhotoTools> {
  return (await import('./photos/photo-tools.ts')).photoTools;
}

/** Opens a student's documents and synchronizes their answers until `stop`. */
export function openDocuments({ definition, store, ...rest }: OpenDocuments) {
  const labelOf = (key: string): string => questionOf(store, key)?.label ?? key;
  const rulesOf = (key: string) => fileRulesIn(definition, key);
  const documents = new StudentDocuments({ ...rest, labelOf, rulesOf, photos });
  const stopKeeping = syncDocumentAnswers({ definition, store, documents });
  return {
    documents,
    stop: (): void => {
      stopKeeping();
      documents.close();
    },
  };
}

type Waited = OpenForm & { readonly autosave: Autosave };

/**
 * Creates a function that waits until a question's tab is saved.
 * @returns a function that rejects with a RequestError: `unreachable` while the tab cannot be saved, `refused` if the
 * server rejected it
 */
export function createTabSaveWait({ definition, store, autosave }: Waited): (key: string) => Promise<void> {
  return async (key) => {
    const around = tabGroupsOf(definition).filter(({ id }) => keysInTabs(definition, id).includes(key));
    const isUnsaved = (): boolean =>
      around.some(({ id }) => Object.hasOwn(autosave.getState().unsaved.tabs, id));
    if (!isUnsaved()) return;
    await autosave.flush();
    if (isUnsaved()) {
      const { message } = autosave.getState();
      throw new RequestError('unreachable', message === '' ? say(errorTexts.unreachable) : message);
    }
    const question = questionOf(store, key);
    if (!question || !isVisible(store, question))
      throw new RequestError('refused', say(documentsTexts.notAsked));
  };
}

type SyncedForm = OpenForm & { readonly documents: Pick<Documents, 'subscribe' | 'view'> };

/** Synchronizes document answers with documents, without saving. @returns a stop function */
function syncDocumentAnswers({ definition, store, documents }: SyncedForm): () => void {
  const questions = [...questionsOf(definition).values()].filter(isDocumentQuestion);
  const isReachable = (question: Question): boolean => {
    const { form, facts } = store.state();
    return visibleQuestions(definition, form, facts).includes(question);
  };
  const update = (): void => {
    const wrong = questions.flatMap((question): [string, AnswerValue][] => {
      const { phase } = documents.view(question.key);
      const isThere = phase === 'attached';
      const isKnown = isThere || phase === 'none';
      if (!isKnown || isAnswered(answerOf(store, question.key)) === isThere || !isReachable(question))
        return [];
      return [[question.key, isThere ? ATTACHED : EMPTY_ANSWER]];
    });
    if (wrong.length > 0)
      store.dispatch({ type: 'applyRemote', remote: { answers: Object.fromEntries(wrong) } });
  };
  update();
  const stops = [store.subscribe(update), documents.subscribe(update)];
  return () => stops.forEach((stop) => stop());
}
