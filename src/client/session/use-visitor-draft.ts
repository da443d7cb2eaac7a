import { useEffect, useSyncExternalStore } from 'react';
import { useServices } from '../api/services.ts';
import { afterPaint } from '../ui/schedule.ts';
import { onPageHidden } from '../ui/page-visibility.ts';
import { commitDrafts } from '../widgets/commit-drafts.ts';
import { type Application, useApplication } from './application.ts';
import { hasUnsaved } from '../saving/autosave-state.ts';
import type { VisitorDraft } from '../saving/visitor-draft.ts';

type Form = Pick<Application, 'autosave' | 'store'>;

/** Stores a visitor's answers, including uncommitted text. */
export function keepVisitorAnswers({ autosave, store }: Form, draft: VisitorDraft): void {
  if (autosave) return;
  commitDrafts();
  void draft.keep(store.state().form.answers);
}

/** Stores a visitor's answers after each change and in `beforeunload`. */
export function useVisitorDraft(application: Application): void {
  const { visitor } = useServices().drafts;
  useEffect(() => {
    if (application.autosave) return undefined;
    const { store } = application;
    const keepTyped = (): void => keepVisitorAnswers(application, visitor);
    const keep = (): void => void visitor.keep(store.state().form.answers);
    void visitor.prepare();
    window.addEventListener('beforeunload', keepTyped);
    const stops = [onPageHidden(keepTyped), store.subscribe(() => afterPaint(keep))];
    return () => {
      window.removeEventListener('beforeunload', keepTyped);
      stops.forEach((stop) => stop());
    };
  }, [application, visitor]);
}

/** Removes the visitor draft once its answers are saved. */
export function useForgetVisitorDraft(): void {
  const { visitor } = useServices().drafts;
  const { autosave, draftConflicts, student } = useApplication();
  const isSaved = useSyncExternalStore(
    autosave?.subscribe ?? noChanges,
    () => autosave !== undefined && !hasUnsaved(autosave.getState()),
  );
  const isChosen = useSyncExternalStore(
    draftConflicts?.conflicts.subscribe ?? noChanges,
    () => draftConflicts === undefined || draftConflicts.conflicts.get().length === 0,
  );
  const { username } = student.get();
  const mayForget = isSaved && isChosen;
  useEffect(() => {
    if (!mayForget) return undefined;
    let isOver = false;
    const forget = async (): Promise<void> => {
      const answers = await visitor.answersFor(username);
      if (!isOver && Object.keys(answers).length > 0) visitor.forget();
    };
    void forget();
    return () => {
      isOver = true;
    };
  }, [mayForget, visitor, username]);
}

function noChanges(): () => void {
  return () => {};
}
