import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { GetProfileAnswer } from '#generated/api.ts';
import type { SavedForm } from '../saving/autosave-state.ts';
import type { Services } from '#client/api/services.ts';
import { postWebStatus } from '../api/retry.ts';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import { type Application, createFormCheck, NOT_CHECKED } from './application.ts';
import { type PendingChanges, NOTHING_PENDING } from '../questionnaire/store/form-changes.ts';
import { storePendingChanges } from '../saving/pending-draft.ts';
import { watchBlurredErrors, updateMessages } from './message-updates.ts';
import { Observable } from '#client/ui/observable.ts';
import { offersPasskey, ANONYMOUS_STUDENT, studentStateOf, type StudentState } from './student-state.ts';
import { type OpenSaving, openSaving } from '../saving/open-saving.ts';
import { watchSubmission } from './submit-form.ts';
import { dismissToast, showToast } from '#client/ui/toast/ToastHost.tsx';
import { takeVisitorDraft } from '../saving/take-visitor-draft.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import { EMPTY_ANSWER } from '#form/definition/answer.ts';
import { say, savingTexts, sessionTexts } from '#texts/say.ts';

type OpenOptions = Pick<OpenSaving, 'services' | 'onError' | 'onRetry'>;

/**
 * Opens the student's form, or an empty one with the visitor draft.
 * See docs/behavior.md 3.1. @throws RequestError when the profile cannot be read; in a local environment BadConfigError
 * for an invalid form
 */
export async function openApplication(services: Services): Promise<Application> {
  const { files, isSignedIn } = services;
  if (!isSignedIn()) return openEmpty(services, await loadForm(files));
  services.startSession();
  return openStored({
    services,
    onError: (error) => showToast({ severity: 'error', ...error }),
    onRetry: dismissToast,
  });
}

/** Loads the definition; validates it in a local environment (docs/behavior.md 5.10). */
async function loadForm(files: Services['files']): Promise<FormDefinition> {
  const definition = await files.form();
  if (import.meta.env.DEV) {
    const { requireSoundForm } = await import('#form/definition/soundness.ts');
    requireSoundForm(definition, (sentence) => console.warn(sentence));
  }
  return definition;
}

async function openEmpty(services: Services, definition: FormDefinition): Promise<Application> {
  const answers = await visitorAnswers(services, definition, undefined);
  const state = { answers, tabs: {}, counts: {} };
  const store = createFormStore({ definition, state, now: services.now(), signedIn: false });
  const check = createFormCheck(services, definition, store);
  const left = watchBlurredErrors({ definition, store, isWanted: () => true, ...check }, () =>
    store.dispatch({ type: 'setErrors', sources: [left.get()] }),
  );
  return {
    definition,
    store,
    student: new Observable(ANONYMOUS_STUDENT),
    errors: new Observable({}),
    autosave: undefined,
    documents: undefined,
    draftConflicts: undefined,
    logOutMessage: new Observable<string | undefined>(undefined),
    ...check,
    refresh: async () => false,
    close: left.stop,
  };
}

async function openStored(options: OpenOptions): Promise<Application> {
  const { services } = options;
  const { application: calls, files, now } = services;
  const [definition, { profile, tabs, counts, attached }] = await Promise.all([
    loadForm(files),
    calls.opening(),
  ]);
  const student = new Observable(await studentOf(profile));
  const isSubmitted = student.get().webStatus === 'submitted';
  const state = { answers: profile.answer, tabs, counts };
  const { carried = [] } = profile;
  // Loads before the first render to avoid layout shift.
  const carriedParts = carried.length > 0 ? import('../questionnaire/layout/CarriedNotice.tsx') : undefined;
  const store = createFormStore({ definition, state, now: now(), signedIn: true, carried });
  const check = createFormCheck(services, definition, store);
  const errors = new Observable(NOT_CHECKED);
  const read: SavedForm = { answers: profile.answer, tabs, counts, version: profile.version };
  const { username } = student.get();
  const saving = openSaving({ ...options, username, definition, store, read, attached });
  const { autosave, documents } = saving;
  const pending = await services.drafts.openPending(profile.storage_key);
  const stopStoring = pending && storePendingChanges(autosave, pending);
  // A submitted application can no longer be saved.
  const resume = async (kept: PendingChanges) => saving.resume(await renamedDraft(definition, kept));
  const reject = ({ answers }: Pick<PendingChanges, 'answers'>) => rejectLate(options, profile, answers);
  await pending?.adoptOthers(isSubmitted ? reject : resume);
  const draft = await visitorAnswers(services, definition, profile.username);
  if (isSubmitted) await reject({ answers: draft });
  const draftConflicts = takeVisitorDraft(definition, store, isSubmitted ? {} : draft);
  const looked = { definition, changed: profile.look_at, now };
  const stops = [
    updateMessages({ store, student, errors, autosave, ...looked, ...check }),
    watchSubmission({ services, definition, store, autosave, student, onError: options.onError }),
    saving.stop,
    () => stopStoring?.(),
  ];
  void startIfNew(services, student);
  return {
    definition,
    store,
    student,
    errors,
    autosave,
    documents,
    draftConflicts,
    ...(await carriedParts),
    logOutMessage: new Observable<string | undefined>(undefined),
    ...check,
    refresh: saving.refresh,
    close: (keepsDraft) => {
      stops.forEach((stop) => stop());
      if (keepsDraft) pending?.close();
      else pending?.discard();
    },
  };
}

/** Checks passkey support before the first render to avoid layout shift. */
async function studentOf(profile: GetProfileAnswer): Promise<StudentState> {
  const student = studentStateOf(profile);
  return { ...student, isOfferedPasskey: await offersPasskey(student.numLogins) };
}

/** Renames a draft stored by an older version of the form. */
async function renamedDraft(definition: FormDefinition, kept: PendingChanges): Promise<PendingChanges> {
  if (!definition.moves) return kept;
  const { renameDraft } = await import('../saving/rename-draft.ts');
  return renameDraft(definition.moves, kept);
}

/** Reports answers that arrive after submission and differ from it. */
async function rejectLate(
  { onError }: OpenOptions,
  { answer }: GetProfileAnswer,
  answers: Answers,
): Promise<PendingChanges> {
  const isOther = Object.keys(answers).some(
    (key) => !isSameAnswer(answer[key] ?? EMPTY_ANSWER, answers[key]),
  );
  if (isOther) onError({ label: say(savingTexts.tooLate), message: say(sessionTexts.carriedTooLate) });
  return NOTHING_PENDING;
}

/** Returns answers given before log-in. */
async function visitorAnswers(
  { drafts }: Services,
  definition: FormDefinition,
  username: string | undefined,
): Promise<Answers> {
  return (
    await renamedDraft(definition, { ...NOTHING_PENDING, answers: await drafts.visitor.answersFor(username) })
  ).answers;
}

/** Sets a student without a status to `started` (docs/behavior.md 4.1). */
async function startIfNew(
  { application: calls }: Services,
  student: Observable<StudentState>,
): Promise<void> {
  if (student.get().webStatus !== null) return;
  student.set({ ...student.get(), webStatus: 'started' });
  // Submitting hits the same failure and reports it.
  await postWebStatus(calls, 'started').catch((error: unknown) => console.error(error));
}
