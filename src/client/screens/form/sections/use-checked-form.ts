import { useSyncExternalStore, useMemo } from 'react';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { type FormProgress, formProgress } from '#form/progress/progress.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { type Application, useApplication } from '#client/session/application.ts';
import { validateAll } from '#client/session/submit-form.ts';
import { Observable } from '#client/ui/observable.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { createTimer } from '#client/ui/schedule.ts';

/** Idle milliseconds before the whole form is checked, never while typing. */
const CHECK_AFTER = 400;

/** Errors of the whole form; `checking` before the first check, `unknown` without validators. */
type FormErrors = ValidationErrors | 'checking' | 'unknown';

type CheckedForm = { readonly progress: FormProgress; readonly errors: FormErrors };

/** Progress and errors of the form, slightly behind the answers; checked once for all callers. */
export function useCheckedForm(): CheckedForm {
  const checked = checkedFormOf(useApplication());
  return useSyncExternalStore(checked.subscribe, checked.get);
}

const checkedFormOf = memoizeByObject((application: Application) => {
  const { documents, store } = application;
  let latest: unknown;
  const checked = new Observable(checkedForm(application, 'checking'));
  const check = async (): Promise<void> => {
    const mine = (latest = {});
    const { errors } = checked.get();
    // Completeness needs a check; later the last check holds until the next.
    if (typeof errors === 'string') checked.set(checkedForm(application, errors));
    const found = await errorsOf(application);
    if (mine === latest) checked.set(checkedForm(application, found));
  };
  const timer = createTimer(() => void check());
  const checkLater = (): void => timer.start(CHECK_AFTER);
  store.subscribe(checkLater);
  documents?.subscribe(checkLater);
  timer.start(0);
  return checked;
});

function checkedForm({ definition, store }: Application, errors: FormErrors): CheckedForm {
  const isAccepted = (key: string): boolean => typeof errors !== 'string' && !Object.hasOwn(errors, key);
  return { progress: formProgress(definition, store.state().form, isAccepted), errors };
}

/** Missing required answers, known before the validators are loaded. */
export function missingAnswers({ definition, store }: Application): ValidationErrors {
  const questions = questionsOf(definition);
  const { open } = formProgress(definition, store.state().form).total;
  return Object.fromEntries(open.map((key) => [key, [questions.get(key)?.messages['required'] ?? '']]));
}

async function errorsOf(application: Application): Promise<FormErrors> {
  // Without answers there is nothing to validate.
  const { answers } = application.store.state().form;
  if (!Object.values(answers).some((answer) => isAnswered(answer))) return missingAnswers(application);
  try {
    return await validateAll(application);
  } catch (error) {
    console.error(error);
    return 'unknown';
  }
}

/** Errors currently shown at questions. */
export type ShownErrors = {
  readonly shown: ValidationErrors;
  /** Whether all errors show, as after Submit, including unanswered questions. */
  readonly isAll: boolean;
  /** Whether a question needs review only because the form has changed. */
  readonly needsReview: (key: string) => boolean;
};

/** Returns the errors currently shown at questions, from any source. */
export function useShownErrors(): ShownErrors {
  const { store, errors, student } = useApplication();
  const sentences = useSyncExternalStore(store.subscribe, () => store.state().errors);
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  return useMemo(() => {
    const isAll = webStatus === 'validating';
    const needsReview = (key: string): boolean => !isAll && Object.hasOwn(found, key);
    return { shown: Object.fromEntries(sentences), isAll, needsReview };
  }, [sentences, found, webStatus]);
}
