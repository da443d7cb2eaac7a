import type { FormDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Stored } from '#client/data/autosave-deps.ts';
import { Autosave } from '#client/data/autosave.ts';
import { saveAnswers } from '#client/data/save-answers.ts';
import type { Services } from '#client/data/services.ts';
import { postWebStatus } from '#client/data/web-status.ts';
import { createFormStore, type FormStore } from '#client/form/form-store.ts';
import { answersFor, type Carried } from '../carried.ts';
import type { Application } from './application.ts';
import { keepErrorsCurrent } from './live-errors.ts';
import { createChoiceSaver, type Fault } from './save-choices.ts';
import { Observable } from './observable.ts';
import { watchPointerRelease } from './pointer-release.ts';
import { ANONYMOUS, studentOf, type Student } from './student.ts';
import { createFormCheck } from './validate-form.ts';

export type OpenOptions = {
  readonly services: Services;
  /** What the navigation brought along. */
  readonly carried: Carried;
  readonly onFault: (fault: Fault) => void;
};

/**
 * Opens the form: the stored one of the student who is logged in, or an empty one that cannot be saved.
 * Carried answers are laid over what is stored (specification 3, "Student answers").
 * @throws RequestError when the profile cannot be read; in a local environment BadConfigError for a wrong form
 */
export async function openApplication(options: OpenOptions): Promise<Application> {
  const { files, isSignedIn } = options.services;
  return isSignedIn() ? openStored(options) : openEmpty(options, await loadForm(files));
}

/**
 * The definition. In a local environment it is looked through first (specification 5, last paragraph); a built
 * client leaves out what looks.
 */
async function loadForm(files: Services['files']): Promise<FormDefinition> {
  const definition = await files.form();
  if (import.meta.env.DEV) {
    const { requireSoundForm } = await import('#form/definition/bad-config.ts');
    requireSoundForm(definition, (sentence) => console.warn(sentence));
  }
  return definition;
}

function openEmpty({ services, carried }: OpenOptions, definition: FormDefinition): Application {
  const state = { answers: answersFor(undefined, carried), tabs: {}, counts: {} };
  const store = createFormStore({ definition, state, now: services.now(), signedIn: false });
  const check = createFormCheck(services, definition, store);
  const student = new Observable(ANONYMOUS);
  const errors = new Observable({});
  return { definition, store, student, errors, autosave: undefined, ...check, close() {} };
}

async function openStored({ services, carried, onFault }: OpenOptions): Promise<Application> {
  const { application: calls, files, now } = services;
  const [definition, profile, tabs, counts] = await Promise.all([
    loadForm(files),
    calls.profile(),
    calls.tabs(),
    calls.addAnother(),
  ]);
  const student = new Observable(studentOf(profile));
  const brought = answersFor(student.get().username, carried);
  const state = { answers: { ...profile.answer, ...brought }, tabs, counts };
  const store = createFormStore({ definition, state, now: now(), signedIn: true });
  const autosave = autosaveInto(store, services, { answers: profile.answer, version: profile.version });
  if (Object.keys(brought).length > 0) autosave.change(brought);

  const check = createFormCheck(services, definition, store);
  const errors = new Observable<ValidationErrors>({});
  const saveChoices = createChoiceSaver(definition, calls, onFault);
  const pointer = watchPointerRelease(window);
  const stops = [
    store.onDelta((delta) => {
      if (Object.keys(delta.answers).length > 0) autosave.change(delta.answers);
      saveChoices(delta);
    }),
    keepErrorsCurrent({ store, student, errors, ...check }, pointer.wait, (error) => console.error(error)),
    pointer.stop,
    () => autosave.stop(),
  ];
  void startIfNew(services, student);
  return {
    definition,
    store,
    student,
    errors,
    autosave,
    ...check,
    close: () => stops.forEach((stop) => stop()),
  };
}

function autosaveInto(store: FormStore, { application: calls }: Services, stored: Stored): Autosave {
  return new Autosave({
    stored,
    put: (delta, baseVersion) => saveAnswers(calls, delta, baseVersion),
    reload: async () => {
      // Not reachable, or logged out: the next save finds out and says so.
      const profile = await calls.profile().catch(() => undefined);
      return profile && { answers: profile.answer, version: profile.version };
    },
    onRemote: (answers) => store.applyRemote({ answers }),
    startTimer: (callback, delay) => {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  });
}

/** A student without a status is moved to started by opening the form (specification 4, "Web status"). */
async function startIfNew({ application: calls }: Services, student: Observable<Student>): Promise<void> {
  if (student.get().webStatus !== null) return;
  student.set({ ...student.get(), webStatus: 'started' });
  // A failure shows again, and is told, when the student submits.
  await postWebStatus(calls, 'started').catch((error: unknown) => console.error(error));
}
