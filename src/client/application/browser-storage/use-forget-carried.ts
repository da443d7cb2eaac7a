import { useEffect, useSyncExternalStore } from 'react';
import { hasUnsaved } from '../saving/autosave-state.ts';
import { useServices } from '#client/data/services.ts';
import { useApplication } from '../application.ts';

/** Forgets carried answers once they are saved, and chosen where something else was. */
export function useForgetCarriedAnswers(): void {
  const { carried } = useServices();
  const { autosave, carriedConflicts, student } = useApplication();
  const isSaved = useSyncExternalStore(
    autosave?.subscribe ?? noChanges,
    () => autosave !== undefined && !hasUnsaved(autosave.getState()),
  );
  const isChosen = useSyncExternalStore(
    carriedConflicts?.conflicts.subscribe ?? noChanges,
    () => carriedConflicts === undefined || carriedConflicts.conflicts.get().length === 0,
  );
  const { username } = student.get();
  const mayForget = isSaved && isChosen;
  useEffect(() => {
    if (mayForget && carried.of(username)) carried.forget();
  }, [mayForget, carried, username]);
}

function noChanges(): () => void {
  return () => {};
}
