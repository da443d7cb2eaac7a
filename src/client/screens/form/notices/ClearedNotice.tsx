import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { namedAnswers, useLeaveTab } from '#client/questionnaire/use-leave-tab.tsx';
import type { Documents } from '#client/widgets/file/document-view.ts';
import { say, clearingTexts, dialogTexts } from '#texts/say.ts';
import { flushSync } from 'react-dom';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import { after, flushDeferred } from '#client/ui/schedule.ts';
import { focusQuestion } from '#client/questionnaire/focus-question.ts';
import { documentsInTab } from '#client/questionnaire/store/leave-tab.ts';
import { commitDrafts } from '#client/widgets/commit-drafts.ts';
import { longTextsLostBy } from '#client/questionnaire/store/confirmed-changes.ts';

/** Milliseconds during which Undo is available. */
const UNDO_MS = 30_000;

type NoticeProps = { readonly store: FormStore; readonly documents?: Documents | undefined };

/** Names cleared answers and offers Undo for half a minute. */
export function ClearedNotice({ store, documents }: NoticeProps) {
  const cleared = useSyncExternalStore(store.subscribe, () => store.state().lastStep?.cleared);
  const { undo, dialogs } = useUndo(store, documents);
  useEffect(() => {
    return cleared && after(UNDO_MS, () => store.dispatch({ type: 'forgetStep' }));
  }, [store, cleared]);
  const named = cleared && namedAnswers(store, cleared.keys);
  return (
    <>
      <div className="cleared-notice no-print" role="status" aria-label={say(clearingTexts.label)}>
        {named && (
          <div className="row panel cleared-notice-bar">
            <span>
              {say(named.isOne ? clearingTexts.one : clearingTexts.several, { answers: named.names })}
            </span>
            <Button look="text" onClick={undo} text={clearingTexts.undo} />
            <Button
              look="text"
              onClick={() => store.dispatch({ type: 'forgetStep' })}
              text={dialogTexts.close}
            />
          </div>
        )}
      </div>
      {dialogs}
    </>
  );
}

/** Undoes the last clearing. Leaving a tab uses the usual dialogs, rendered by the caller. */
function useUndo(
  store: FormStore,
  documents: Documents | undefined,
): { readonly undo: () => void; readonly dialogs: ReactNode } {
  const { leave, isLeaving, dialogs } = useLeaveTab(store, documents);
  const undo = (): void => {
    // Undo can clear uncommitted text.
    commitDrafts();
    const cleared = store.state().lastStep?.cleared;
    if (!cleared || isLeaving() || store.state().loss) return;
    const go = (): void => {
      // Another change may have replaced the last step.
      if (store.state().lastStep?.cleared !== cleared) return;
      flushSync(() => store.dispatch({ type: 'undo' }));
      flushDeferred();
      // The Undo button is gone, so move focus.
      const back = cleared.keys.find((key) => document.getElementById(`box-${key}`));
      if (back !== undefined) focusQuestion(back);
    };
    const groups = tabGroupsOf(store.definition).filter((group) => Object.hasOwn(cleared.tabs, group.id));
    const group = groups.find((each) => documentsInTab(store, each).length > 0);
    if (!group) return go();
    void leave({
      group,
      tab: cleared.tabs[group.id] ?? group.defaultTab,
      documentKeys: documentsInTab(store, group),
      textKeys: longTextsLostBy(store, { type: 'undo' }),
      go,
    });
  };
  return { undo, dialogs };
}
