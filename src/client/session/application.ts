import { createContext, use, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { FormDefinition, FormState, PageDefinition } from '#form/definition/definition.ts';
import { type ValidationErrors, validateAnswers } from '#form/validation/validate-answers.ts';
import type { Autosave } from '../saving/autosave.ts';
import { isVisible } from '../questionnaire/store/selectors.ts';
import type { CarriedNotice } from '../questionnaire/layout/CarriedNotice.tsx';
import type { FormStore } from '../questionnaire/store/form-store.ts';
import type { StudentDocuments } from '../documents/student-documents.ts';
import type { Observable } from '../ui/observable.ts';
import type { StudentState } from './student-state.ts';
import type { DraftConflicts } from '../saving/take-visitor-draft.ts';
import type { Services } from '../api/services.ts';

/** One student's open form: definition, store, autosave and documents. */
export type Application = FormCheck & {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  readonly student: Observable<StudentState>;
  /** Latest errors; before `validating`, only those from changes to the form. */
  readonly errors: Observable<ValidationErrors>;
  /** Undefined for visitors, who cannot save. */
  readonly autosave: Autosave | undefined;
  /** Undefined for visitors, who cannot attach files. */
  readonly documents: StudentDocuments | undefined;
  /** Conflicts with answers given before log-in; undefined for visitors. */
  readonly draftConflicts: DraftConflicts | undefined;
  /** Loaded with unchecked answers from last year. */
  readonly CarriedNotice?: typeof CarriedNotice | undefined;
  /** Re-reads and shows the server's state. @returns whether anything changed */
  readonly refresh: () => Promise<boolean>;
  /** Log-in message for a log-out in flight. Empty if its response decides. */
  readonly logOutMessage: Observable<string | undefined>;
  /** Stops saving and watching; unsaved changes are stored if kept, else removed. */
  readonly close: (keepsDraft: boolean) => void;
};

/** Errors before the first check. */
export const NOT_CHECKED: ValidationErrors = {};

const ApplicationContext = createContext<Application | undefined>(undefined);

export const ApplicationProvider = ApplicationContext.Provider;

/** Returns the open application. @throws Error outside of FormRoot */
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
    /** Validates all answers, sharing the result. @throws RequestError without validators */
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
    /** Preloads the validators in case the connection is lost later. */
    preload: async () => void (await load()),
  };
}

/** Returns the pages that the answers lead to; re-renders when they change. */
export function useVisiblePages(): readonly PageDefinition[] {
  const { definition, store } = useApplication();
  const hidden = useSyncExternalStore(store.subscribe, () =>
    definition.pages.flatMap((page) => (isVisible(store, page) ? [] : page.id)).join(' '),
  );
  return useMemo(() => {
    const ids = hidden.split(' ');
    return hidden === '' ? definition.pages : definition.pages.filter(({ id }) => !ids.includes(id));
  }, [definition, hidden]);
}

/** Tracks arrival and page changes after routing (docs/behavior.md 2.5). */
export function useTrackNavigation(pathname: string, hasArrived: boolean): void {
  const { student } = useApplication();
  const cameInAt = useRef<string>(undefined);
  // Before paint: removing the greeting later would shift the layout.
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
function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
