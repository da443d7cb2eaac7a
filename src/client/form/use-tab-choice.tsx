import { useCallback, type ReactNode } from 'react';
import type { Documents } from '#client/widgets/file/document-view.ts';
import type { ChooseTab } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { documentsInTab } from './store/leave-tab.ts';
import { useLeaveTab } from './use-leave-tab.tsx';

/** Changes tabs, if nothing prevents it. @returns how to change, and the dialogs, which have to be drawn */
export function useTabChoice(
  store: FormStore,
  documents: Documents | undefined,
): { readonly chooseTab: ChooseTab; readonly dialogs: ReactNode } {
  const { leave, isLeaving, dialogs } = useLeaveTab(store, documents);
  const chooseTab = useCallback<ChooseTab>(
    (group, tab) => {
      if (store.chosenTab(group) === tab || isLeaving() || store.asked()) return;
      leave({
        group,
        tab,
        documentKeys: documentsInTab(store, group),
        textKeys: store.lostByTab(group, tab),
        go: () => store.chooseTab(group, tab),
      });
    },
    [store, leave, isLeaving],
  );
  return { chooseTab, dialogs };
}
