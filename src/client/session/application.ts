import { createContext, use, useLayoutEffect, useRef } from 'react';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { type ValidationErrors, validateAnswers } from '#form/validation/validate-answers.ts';
import type { Autosave } from '../saving/autosave.ts';
import type { FormStore } from '../questionnaire/store/form-store.ts';
import type { StudentDocuments } from '../documents/student-documents.ts';
import type { Observable } from '../ui/observable.ts';
import type { StudentState } from './student-state.ts';
import type { DraftConflicts } from '../saving/draft-conflicts.ts';
import type { Services } from '../api/services.ts';

/** One student's open form: definition, store, autosave and documents. */
export type Application = FormCheck & {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly student: Observable<StudentState>;
  /** What was found wrong last; until the status is validating, only what the form has changed since it was answered. */
  readonly errors: Observable<ValidationErrors>;
  /** Undefined for somebody not logged in: nothing can be saved. */
  readonly autosave: Autosave | undefined;
  /** Undefined for somebody not logged in: nothing can be attached. */
  readonly documents: StudentDocuments | undefined;
  /** What was answered before the log-in; undefined for a visitor. */
  readonly draftConflicts: DraftConflicts | undefined;
  /** Reads what the server holds, and shows it. @returns whether that was something else than was shown before */
  readonly refresh: () => Promise<boolean>;
  /** The log-in screen's message about a log-out in flight; empty where its answer decides. */
  readonly logOutMessage: Observable<string | undefined>;
  /** Stops saving and watching. What is not saved waits in the browser for the next log-in, or is gone. */
  readonly close: (isKept: boolean) => void;
};

/** The errors before the first check, when nothing is known to be wrong. */
export const NOT_CHECKED: ValidationErrors = {};

const ApplicationContext = createContext<Application | undefined>(undefined);

export const ApplicationProvider = ApplicationContext.Provider;

/** The open application. @throws Error outside of FormRoot */
export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application)
    throw new Error('useApplication: no ApplicationProvider above; render it below FormRoot.');
  return application;
}

export type FormCheck = Readonly<ReturnType<typeof createFormCheck>>;

/** Creates the check of a whole form, loading its validators once. */
export function createFormCheck(
  { files, now }: Pick<Services, 'files' | 'now'>,
  definition: FormDefinition,
  store: FormStore,
) {
  const load = loadOnce(async () => {
    const pages = definition.pages.map(async ({ id }) => [id, await files.validator(id)] as const);
    return Object.fromEntries(await Promise.all(pages));
  });
  const check = async (state: FormState): Promise<ValidationErrors> =>
    validateAnswers({ definition, state, validators: await load(), now: now() });
  let last: { readonly state: FormState; readonly errors: Promise<ValidationErrors> } | undefined;
  return {
    /** All that is wrong with the answers, checked once for all that ask. @throws RequestError without the validators */
    validate: async (): Promise<ValidationErrors> => {
      const state = store.state().form;
      last = last?.state === state ? last : { state, errors: check(state) };
      try {
        return await last.errors;
      } catch (error) {
        last = undefined;
        throw error;
      }
    },
    /** Loads the validators ahead, so that a connection that is lost later does no harm. */
    preload: async () => void (await load()),
  };
}

/** Notes that the student is in and has changed the page (docs/behavior.md 2.5), once the routing rules let them. */
export function useTrackNavigation(pathname: string, hasArrived: boolean): void {
  const { student } = useApplication();
  const cameInAt = useRef<string>(undefined);
  // Before the page is painted: the greeting, which goes with a change of the page, would push it down for a moment.
  useLayoutEffect(() => {
    if (!hasArrived) return;
    cameInAt.current ??= pathname;
    const current = student.get();
    const hasChangedPage = current.hasChangedPage || cameInAt.current !== pathname;
    if (current.returnTo === null && current.hasChangedPage === hasChangedPage) return;
    student.set({ ...current, returnTo: null, hasChangedPage });
  }, [student, pathname, hasArrived]);
}

/** Loads once; after a failure the next call retries. */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
