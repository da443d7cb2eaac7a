import type { CarriedAnswersStore } from './carried-answers-store.ts';
import type { Autosave } from './autosave.ts';
import type { ChangesKeeper } from './changes-keeper.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import { type Application, useApplication } from '../session/application.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useServices } from '#client/api/services.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';
import { hasUnsaved } from './autosave-state.ts';

/** Keeps what a visitor answered, for the account screens and for a reload; a student's answers are saved. */
export function keepVisitorAnswers(
  { autosave, store }: Pick<Application, 'autosave' | 'store'>,
  carried: CarriedAnswersStore,
): void {
  if (autosave) return;
  commitDrafts();
  carried.keep({ answers: store.state().answers });
}

/** Has the browser keep, from now on, what is not saved yet. @returns stops */
export function keepUnsavedAnswers(autosave: Autosave, keeper: ChangesKeeper): () => void {
  let last = autosave.getState();
  return autosave.subscribe(() => {
    const state = autosave.getState();
    if (state.unsaved !== last.unsaved || state.conflicts !== last.conflicts) keeper.keep(autosave.kept);
    last = state;
  });
}

/**
 * Keeps what a visitor typed when the page goes away or is hidden (a phone may end a hidden page without a word),
 * so that a reload, or the way back from another site, does not lose it.
 */
export function useVisitorAnswers(application: Application): void {
  const { carried } = useServices();
  useEffect(() => {
    if (application.autosave) return undefined;
    return onPageHidden(() => keepVisitorAnswers(application, carried));
  }, [application, carried]);
}

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
