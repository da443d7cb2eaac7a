import { createContext, use } from 'react';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Autosave } from '../saving/autosave.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import type { StudentDocuments } from '../documents/student-documents.ts';
import type { Observable } from '#client/ui/observable.ts';
import type { StudentState } from './student-state.ts';
import type { DraftConflicts } from '../saving/take-visitor-draft.ts';
import type { FormCheck } from './validate-form.ts';

/** One student's form while it is open in this page: what is asked, what is answered, how it is saved. */
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
  /** What the log-in screen is to say of a log-out that is on its way; empty where the answer to it decides. */
  readonly logOutMessage: Observable<string | undefined>;
  /** Stops saving and watching. What is not saved waits in the browser for the next log-in, or is gone. */
  readonly close: (isKept: boolean) => void;
};

const ApplicationContext = createContext<Application | undefined>(undefined);

export const ApplicationProvider = ApplicationContext.Provider;

/**
 * The open application.
 * @throws Error outside of the form's root layout.
 */
export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application)
    throw new Error('useApplication: no ApplicationProvider above; render it below FormRoot.');
  return application;
}
