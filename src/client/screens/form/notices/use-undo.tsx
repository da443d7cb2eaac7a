import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import { doWaiting } from '#client/ui/after-paint.ts';
import { focusQuestion } from '#client/questionnaire/store/focus-question.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { documentsInTab } from '#client/questionnaire/store/leave-tab.ts';
import { useLeaveTab } from '#client/questionnaire/use-leave-tab.tsx';
import type { Documents } from '#client/widgets/file/document-view.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';

/**
 * Takes the last clearing back. Where that chooses a tab again, the one that is left for it is left like any other:
 * with what it costs.
 *
 * @returns how to take back, and the dialogs, which have to be drawn
 */
export function useUndo(
  store: FormStore,
  documents: Documents | undefined,
): { readonly undo: () => void; readonly dialogs: ReactNode } {
  const { leave, isLeaving, dialogs } = useLeaveTab(store, documents);
  const undo = (): void => {
    // What is typed just now may be what would be lost.
    commitDrafts();
    const cleared = store.cleared();
    if (!cleared || isLeaving() || store.asked()) return;
    const go = (): void => {
      // Something else may have been cleared in between.
      if (store.cleared() !== cleared) return;
      flushSync(store.undo);
      doWaiting();
      // The button that was pressed is gone.
      const back = cleared.keys.find((key) => document.getElementById(`box-${key}`));
      if (back !== undefined) focusQuestion(back);
    };
    const groups = tabGroupsOf(store.definition).filter((group) => Object.hasOwn(cleared.tabs, group.id));
    const group = groups.find((each) => documentsInTab(store, each).length > 0);
    if (!group) return go();
    leave({
      group,
      tab: cleared.tabs[group.id] ?? group.defaultTab,
      documentKeys: documentsInTab(store, group),
      textKeys: store.lostBy(store.undoStep),
      go,
    });
  };
  return { undo, dialogs };
}
