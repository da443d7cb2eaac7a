import { useEffect } from 'react';
import { hasUnsaved } from '../saving/autosave-state.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Application } from './application.ts';
import { forgetNote, writeNote } from '../saving/tab-storage.ts';

/** What a tab notes while something is not saved: the next page of it then does not read what is there so far. */
const UNSAVED_NOTE = 'unsaved';

/**
 * Saves when the page is left or hidden (a phone may end a hidden page without a word), and has the browser
 * ask before it throws away what is not saved, or a file that is not sent. A connection that comes back is used
 * at once.
 */
export function useLeaveGuard({ autosave, documents, student }: Application): void {
  useEffect(() => {
    if (!autosave) return undefined;
    const saveLast = (): void => {
      commitDrafts();
      autosave.leave();
      if (hasUnsaved(autosave.getState())) writeNote(UNSAVED_NOTE, 'yes');
      else forgetNote(UNSAVED_NOTE);
    };
    const ask = (event: BeforeUnloadEvent): void => {
      saveLast();
      const isSubmitted = student.get().webStatus === 'submitted';
      const hasUnsent = !isSubmitted && (documents?.unsent() ?? []).length > 0;
      if (hasUnsaved(autosave.getState()) || hasUnsent) event.preventDefault();
    };
    const retry = (): void => void autosave.flush();
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', ask);
    const stop = onPageHidden(saveLast);
    return () => {
      stop();
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', ask);
    };
  }, [autosave, documents, student]);
}
