import { useSyncExternalStore, useMemo } from 'react';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { type FormProgress, formProgress } from '#form/progress/progress.ts';
import { useApplication } from '#client/session/application.ts';
import { Observable } from '#client/ui/observable.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';

/** Milliseconds without a change after which is counted again: the whole form is counted, never while typing. */
const COUNT_AFTER = 400;

/** How far the form is; a moment behind the answers. However many ask, it is counted once. */
export function useFormProgress(): FormProgress {
  const { store } = useApplication();
  const counted = countedOf(store);
  return useSyncExternalStore(counted.subscribe, counted.get);
}

const countedOf = memoizeByObject((store: FormStore) => {
  let state = store.state().form;
  let watchers = 0;
  let stop: (() => void) | undefined;
  const progress = new Observable(formProgress(store.definition, state));
  const count = (): void => {
    if (state === store.state().form) return;
    state = store.state().form;
    progress.set(formProgress(store.definition, state));
  };
  return {
    get: progress.get,
    subscribe: (listener: () => void): (() => void) => {
      watchers += 1;
      stop ??= afterChanges(store, count);
      count();
      const leave = progress.subscribe(listener);
      return () => {
        leave();
        watchers -= 1;
        if (watchers > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
});

/** Calls the listener once nothing has changed for a moment. @returns how to stop */
function afterChanges({ subscribe }: Pick<FormStore, 'subscribe'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(listener, COUNT_AFTER);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** What is wrong, as the questions show it now. */
export type ShownMistakes = {
  readonly shown: ValidationErrors;
  /** Whether all that is wrong is shown, as after Submit: also what is not answered. */
  readonly isAll: boolean;
  /** Whether a question is only to be looked at, because the form has changed since it was answered. */
  readonly isToLookAt: (key: string) => boolean;
};

/** The same mistakes that the questions of the form show, whatever has found them. */
export function useShownMistakes(): ShownMistakes {
  const { store, errors, student } = useApplication();
  const sentences = useSyncExternalStore(store.subscribe, () => store.state().errors);
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  return useMemo(() => {
    const isAll = webStatus === 'validating';
    const isToLookAt = (key: string): boolean => !isAll && Object.hasOwn(found, key);
    return { shown: Object.fromEntries(sentences), isAll, isToLookAt };
  }, [sentences, found, webStatus]);
}
