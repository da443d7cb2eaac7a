import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { type ApplicationCalls, postWebStatus } from '../api/application-calls.ts';
import { readErrorMap, RequestError } from '../api/request-error.ts';
import { commitDrafts } from '../widgets/pending-drafts.ts';
import type { Application } from './application.ts';
import type { FormStore } from '../questionnaire/store/form-store.ts';
import { isUnderWay } from '../widgets/file/document-view.ts';
import type { StudentDocuments } from '../documents/student-documents.ts';
import { listText } from '#texts/language.ts';
import { say } from '#texts/say.ts';
import { documentsTexts, savingTexts } from '#generated/texts.ts';
import type { Autosave } from '../saving/autosave.ts';
import { hasUnsaved } from '../saving/autosave-state.ts';
import type { Services } from '../api/services.ts';
import type { Observable } from '../ui/observable.ts';
import type { FailedCall } from '../saving/save-choices.ts';
import { submissionTime, type StudentState } from './student-state.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { isVisible } from '#client/questionnaire/store/selectors.ts';

type SubmitOutcome =
  | { readonly kind: 'submitted' }
  | { readonly kind: 'incomplete'; readonly errors: ValidationErrors }
  /** Something typed is not acknowledged yet, so it must not be submitted without it. */
  | { readonly kind: 'not-saved' }
  /** Something was changed elsewhere, which the student has not seen yet. */
  | { readonly kind: 'outdated' }
  /** The deadline is past, and the partner takes nothing after it. */
  | { readonly kind: 'late'; readonly message: string };

/** Takes what is being typed, saves it and waits; true when the server has acknowledged everything. */
export async function saveNow({ autosave }: Pick<Application, 'autosave'>): Promise<boolean> {
  commitDrafts();
  return autosave ? autosave.flush() : false;
}

/** Why {@link saveNow} could not save everything: the server's sentence, and the questions that it refused. */
export function notSavedMessage({
  autosave,
  definition,
}: Pick<Application, 'autosave' | 'definition'>): string {
  const { phase, message = '', errors = {} } = autosave?.getState() ?? {};
  if (phase !== 'refused') return `${say(savingTexts.latest)} ${message}`.trimEnd();
  const labels = wrongQuestions(definition, errors).map(({ label }) => label);
  return labels.length === 0
    ? message
    : `${message} ${say(savingTexts.notSaved, { questions: listText(labels, 'unit') })}`;
}

/**
 * Submits (docs/behavior.md 4.2): saves, moves the status to validating, validates, and with no errors
 * submits. What the server would submit has to be what the page shows, so that is read first. The server validates again; what it finds is shown in the same way.
 * @throws RequestError when a call fails
 */
export async function submitForm(application: Application, calls: ApplicationCalls): Promise<SubmitOutcome> {
  if (!(await saveNow(application))) return { kind: 'not-saved' };
  if (await application.refresh()) return { kind: 'outdated' };
  const { errors: shown, student } = application;
  await startValidating(application, calls);
  const errors = await validateAll(application);
  await calls.reportErrors(errors);
  const result: SubmitResult =
    Object.keys(errors).length > 0 ? { kind: 'incomplete', errors } : await submitToServer(calls);
  shown.set(result.kind === 'incomplete' ? result.errors : {});
  if (result.kind !== 'accepted') return result;
  const { receipt, submittedAt } = result;
  student.set({ ...student.get(), webStatus: 'submitted', receipt, submittedAt });
  return { kind: 'submitted' };
}

/**
 * All that a submission would be refused for: in the answers, and the files that have not arrived.
 *
 * @throws RequestError when the validators cannot be loaded
 */
export async function validateAll({
  documents,
  store,
  validate,
}: Pick<Application, 'documents' | 'store' | 'validate'>): Promise<ValidationErrors> {
  const errors = await validate();
  return documents ? withDocumentErrors(errors, documents, store) : errors;
}

async function startValidating({ student }: Application, calls: ApplicationCalls): Promise<void> {
  if (student.get().webStatus === 'validating') return;
  // The start may not have reached the server; asking for it again is allowed.
  await postWebStatus(calls, 'started');
  await postWebStatus(calls, 'validating');
  student.set({ ...student.get(), webStatus: 'validating' });
}

type SubmitResult =
  | { readonly kind: 'accepted'; readonly receipt: string; readonly submittedAt: string | null }
  | { readonly kind: 'incomplete'; readonly errors: ValidationErrors }
  | { readonly kind: 'late'; readonly message: string };

/** Posts the submission; gives back the receipt, or what the server found wrong. */
async function submitToServer(calls: ApplicationCalls): Promise<SubmitResult> {
  try {
    const { receipt, submitted_at: submittedAt = null } = await calls.submit();
    return { kind: 'accepted', receipt, submittedAt };
  } catch (error) {
    if (error instanceof RequestError && error.body['deadline'] === 'past')
      return { kind: 'late', message: error.message };
    const errors = error instanceof RequestError ? readErrorMap(error.body['errors']) : undefined;
    if (!errors) throw error;
    return { kind: 'incomplete', errors };
  }
}

/**
 * What is wrong on a submission, with the documents that the server cannot know of: the student would submit without
 * a file that the page shows. Of one that is only converted yet, the server says so.
 *
 * @param errors what else is wrong; a file that is under way is not missing
 */
function withDocumentErrors(
  errors: ValidationErrors,
  documents: Pick<StudentDocuments, 'unsent' | 'view'>,
  store: FormStore,
): ValidationErrors {
  const missing = Object.keys(errors).filter((key) => isUnderWay(documents.view(key)));
  const keys = [...documents.unsent(), ...missing].filter((key) => {
    const question = store.questions.get(key);
    return question && isVisible(store, question);
  });
  const waiting = keys.map(
    (key) =>
      [
        key,
        [say(documents.view(key).phase === 'unsent' ? documentsTexts.lost : documentsTexts.uploadRunning)],
      ] as const,
  );
  return { ...errors, ...Object.fromEntries(waiting) };
}

type Watched = {
  readonly services: Services;
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly autosave: Autosave;
  readonly student: Observable<StudentState>;
  readonly onError: (fault: FailedCall) => void;
};

/**
 * Ends the form as soon as any call finds that the application was submitted, in another window perhaps: nothing is
 * saved any more, which is said where something was still to be saved, and the routing rules lead to the completion
 * page.
 *
 * @returns stops watching
 */
export function watchSubmission(watched: Watched): () => void {
  const { services, autosave, student, onError } = watched;
  let isReading = false;
  return services.onSubmitted((message) => {
    if (hasUnsaved(autosave.getState())) onError({ label: say(savingTexts.tooLate), message });
    autosave.discard();
    if (isReading || student.get().webStatus === 'submitted') return;
    isReading = true;
    void readSubmitted(watched);
  });
}

/**
 * Reads the receipt, and the name under which the student submitted: another may have been typed here since. The
 * completion page waits for them: coming later, they would move it. Where they cannot be read it goes without.
 */
async function readSubmitted({ services, definition, store, student }: Watched): Promise<void> {
  try {
    const profile = await services.application.profile();
    const { receipt, answer } = profile;
    store.dispatch({
      type: 'setAnswers',
      answers: Object.fromEntries(definition.greetingName.map((key) => [key, answer[key] ?? ''])),
    });
    student.set({ ...student.get(), receipt, submittedAt: submissionTime(profile) });
  } catch (error) {
    console.error(error);
  }
  student.set({ ...student.get(), webStatus: 'submitted' });
}
