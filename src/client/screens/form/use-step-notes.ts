import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { formProgress } from '#form/progress/progress.ts';
import { useApplication } from '#client/application/application.ts';
import { stepNotes, type StepNote } from './step-notes.ts';

/** Milliseconds without a change after which is counted again: the whole form is counted, never while typing. */
const COUNT_AFTER = 400;

/** The state of each page, by its id; a moment behind the answers. */
export function useStepNotes(): ReadonlyMap<string, StepNote> {
  const { definition, store, errors } = useApplication();
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const [progress, setProgress] = useState(() => formProgress(definition, store.state()).pages);
  useEffect(() => {
    let counted: unknown = store.state();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      counted = store.state();
      setProgress(formProgress(definition, store.state()).pages);
    };
    const stop = store.subscribe(() => {
      if (counted === store.state()) return;
      clearTimeout(timer);
      timer = setTimeout(count, COUNT_AFTER);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [definition, store]);
  return useMemo(() => stepNotes(definition, progress, found), [definition, progress, found]);
}
