import { useMemo, useSyncExternalStore } from 'react';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { useApplication } from '#client/session/application.ts';

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
  const sentences = useSyncExternalStore(store.subscribe, store.errors);
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  return useMemo(() => {
    const isAll = webStatus === 'validating';
    const isToLookAt = (key: string): boolean => !isAll && Object.hasOwn(found, key);
    return { shown: Object.fromEntries(sentences), isAll, isToLookAt };
  }, [sentences, found, webStatus]);
}
