import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import type { ApplicationCalls } from '../api/application-calls.ts';
import { postWebStatus } from '../api/retry.ts';
import { endsForm, readErrorMap, RequestError } from '../api/call.ts';
import { commitDrafts } from '../widgets/commit-drafts.ts';
import type { Application } from './application.ts';
import { isInProgress } from '../widgets/file/document-view.ts';
import { listText } from '#texts/language.ts';
import { say, documentsTexts, savingTexts } from '#texts/say.ts';
import type { Autosave } from '../saving/autosave.ts';
import { hasUnsaved } from '../saving/autosave-state.ts';
import type { Services } from '../api/services.ts';
import type { FailedCall } from '../saving/save-choices.ts';
import { submissionOf, timingIn } from './student-state.ts';
import { isVisible, questionOf } from '#client/questionnaire/store/selectors.ts';

/** Commits drafts, saves and waits; true once everything is acknowledged. */
export async function saveNow({ autosave }: Pick<Application, 'autosave'>): Promise<boolean> {
  commitDrafts();
  return autosave?.flush() ?? false;
}

/** Explains why {@link saveNow} could not save everything. */
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
 * Saves, validates and submits (docs/behavior.md 4.2), unless unsaved or conflicting.
 * @throws RequestError when a call fails
 */
export async function submitForm(application: Application, calls: ApplicationCalls) {
  if (!(await saveNow(application))) return { kind: 'not-saved' } as const;
  if (await application.refresh()) return { kind: 'outdated' } as const;
  const { errors: shown, student } = application;
  await startValidating(application, calls);
  const errors = await validateAll(application);
  void reportErrors(calls, errors);
  const result =
    Object.keys(errors).length > 0 ? ({ kind: 'incomplete', errors } as const) : await submitToServer(calls);
  shown.set(result.kind === 'incomplete' ? result.errors : {});
  if (result.kind !== 'submitted') return result;
  const { kind: webStatus, ...submission } = result;
  student.set({ ...student.get(), webStatus, ...submission });
  return result;
}

/**
 * Returns all errors in the answers and unsent files.
 * @throws RequestError when the validators cannot be loaded
 */
export async function validateAll(application: Application): Promise<ValidationErrors> {
  const { documents, store, validate } = application;
  const errors = await validate();
  if (!documents) return errors;
  // Uploads in progress are not missing; the server reports pending conversions.
  const missing = Object.keys(errors).filter((key) => isInProgress(documents.view(key)));
  const keys = [...documents.unsent(), ...missing].filter((key) => {
    const question = questionOf(store, key);
    return question && isVisible(store, question);
  });
  const waiting = keys.map((key) => {
    const isLost = documents.view(key).phase === 'unsent';
    return [key, [say(isLost ? documentsTexts.lost : documentsTexts.uploadRunning)]] as const;
  });
  return { ...errors, ...Object.fromEntries(waiting) };
}

/** Reports errors to the server. Never rejects. */
export async function reportErrors(
  calls: ApplicationCalls,
  errors: ValidationErrors | Promise<ValidationErrors>,
  schema?: string,
): Promise<void> {
  try {
    await calls.reportErrors(await errors, schema);
  } catch (error) {
    if (!endsForm(error)) console.error(error);
  }
}

async function startValidating({ student }: Application, calls: ApplicationCalls): Promise<void> {
  if (student.get().webStatus === 'validating') return;
  // The server may have missed `started`; repeating it is allowed.
  await postWebStatus(calls, 'started');
  await postWebStatus(calls, 'validating');
  student.set({ ...student.get(), webStatus: 'validating' });
}

/** Posts the submission; returns the receipt or the server's errors. */
async function submitToServer(calls: ApplicationCalls) {
  try {
    const { receipt, submitted_at: submittedAt = null, ...rest } = await calls.submit();
    return { kind: 'submitted', receipt, submittedAt, timing: timingIn(rest) } as const;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.body['deadline'] === 'past') return { kind: 'late', message: error.message } as const;
    const errors = readErrorMap(error.body['errors']);
    if (!errors) throw error;
    return { kind: 'incomplete', errors } as const;
  }
}

type Watched = Pick<Application, 'definition' | 'store' | 'student'> & {
  readonly services: Services;
  readonly autosave: Autosave;
  readonly onError: (error: FailedCall) => void;
};

/** Ends the form when any call reports a submission elsewhere. @returns an unsubscribe function */
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

/** Reads receipt and name before completion, to avoid layout shift. */
async function readSubmitted({ services, definition, store, student }: Watched): Promise<void> {
  try {
    const profile = await services.application.profile();
    const { answer } = profile;
    store.dispatch({
      type: 'setAnswers',
      answers: Object.fromEntries(definition.greetingName.map((key) => [key, answer[key] ?? ''])),
    });
    student.set({ ...student.get(), ...submissionOf(profile) });
  } catch (error) {
    console.error(error);
  }
  student.set({ ...student.get(), webStatus: 'submitted' });
}
