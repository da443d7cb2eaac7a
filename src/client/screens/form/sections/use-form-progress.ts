import { useSyncExternalStore, useMemo } from 'react';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { type FormProgress, formProgress } from '#form/progress/progress.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { type Application, useApplication } from '#client/session/application.ts';
import { validateAll } from '#client/session/submit-form.ts';
import { Observable } from '#client/ui/observable.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { createTimer } from '#client/ui/schedule.ts';

/** Idle milliseconds before the whole form is counted, never while typing. */
const COUNT_AFTER = 400;

/** Form progress, slightly behind the answers; counted once for all callers. */
export function useFormProgress(): FormProgress {
  const counted = countedOf(useApplication());
  return useSyncExternalStore(counted.subscribe, counted.get);
}

const countedOf = memoizeByObject((application: Application) => {
  const { store } = application;
  let latest: unknown;
  let isChecked = false;
  const progress = new Observable(formProgress(store.definition, store.state().form, isUnknown));
  const count = async (): Promise<void> => {
    const { form } = store.state();
    const mine = (latest = {});
    // Completeness needs a check; later the last check holds until the next.
    if (!isChecked) progress.set(formProgress(store.definition, form, isUnknown));
    const wrong = await wrongKeys(application);
    if (mine !== latest) return;
    isChecked = wrong !== undefined;
    const isAccepted = wrong ? (key: string): boolean => !wrong.has(key) : isUnknown;
    progress.set(formProgress(store.definition, form, isAccepted));
  };
  let isStarted = false;
  return {
    get: progress.get,
    subscribe: (listener: () => void): (() => void) => {
      if (!isStarted) countAfterChanges(application, count);
      isStarted = true;
      return progress.subscribe(listener);
    },
  };
});

function isUnknown(): boolean {
  return false;
}

/** Returns questions that Submit would refuse; undefined if the check fails. */
async function wrongKeys(application: Application): Promise<ReadonlySet<string> | undefined> {
  const { definition, store } = application;
  // Without answers there is nothing to validate.
  if (!Object.values(store.state().form.answers).some((answer) => isAnswered(answer))) return new Set();
  try {
    const errors = await validateAll(application);
    return new Set(wrongQuestions(definition, errors).map(({ key }) => key));
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** Counts now, and once changes pause. */
function countAfterChanges({ documents, store }: Application, count: () => Promise<void>): void {
  const timer = createTimer(() => void count());
  const wait = (): void => timer.start(COUNT_AFTER);
  store.subscribe(wait);
  documents?.subscribe(wait);
  void count();
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
