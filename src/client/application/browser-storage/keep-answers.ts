import type { CarriedAnswersStore } from './carried-answers-store.ts';
import type { Autosave } from '../saving/autosave.ts';
import type { ChangesKeeper } from './changes-keeper.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Application } from '../application.ts';

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
