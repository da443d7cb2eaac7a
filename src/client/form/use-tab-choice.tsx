import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { TabsNode } from '#form/definition/definition.ts';
import { ConfirmDialog } from '#client/components/ConfirmDialog.tsx';
import { NoticeDialog } from '#client/components/NoticeDialog.tsx';
import type { Documents } from '#client/widgets/documents.ts';
import type { ChooseTab } from './form-scope.ts';
import type { FormStore } from './form-store.ts';
import { clearDocuments, documentsInTab, obstacleTo } from './leave-tab.ts';

type Change = { readonly group: TabsNode; readonly tab: string };
type Open = { readonly kind: 'wait' } | ({ readonly kind: 'ask'; readonly names: string } & Change);

/**
 * Changes tabs. A tab that is left loses its documents first (specification 4, "Tabs"), which is asked before, because
 * a file cannot be brought back as a cleared answer can; while one is sent or converted, the tab stays.
 *
 * @returns how to change, and the dialogs, which have to be drawn
 */
export function useTabChoice(
  store: FormStore,
  documents: Documents | undefined,
): { readonly chooseTab: ChooseTab; readonly dialogs: ReactNode } {
  const [open, setOpen] = useState<Open>();
  /** One change at a time; a link to a question in another tab asks for it again and again. */
  const isLeaving = useRef(false);
  const show = useCallback((next: Open | undefined): void => {
    isLeaving.current = next !== undefined;
    setOpen(next);
  }, []);
  const leave = useCallback(
    async (from: Documents, { group, tab }: Change): Promise<void> => {
      const obstacle = await obstacleTo(from, group, documentsInTab(store, group));
      if (obstacle === 'busy') return show({ kind: 'wait' });
      if (typeof obstacle === 'object') {
        return show({ kind: 'ask', group, tab, names: obstacle.join('” and “') });
      }
      isLeaving.current = false;
      if (obstacle === 'none') store.chooseTab(group, tab);
    },
    [store, show],
  );
  const chooseTab = useCallback<ChooseTab>(
    (group, tab) => {
      if (store.chosenTab(group) === tab || isLeaving.current) return;
      if (!documents || documentsInTab(store, group).length === 0) return store.chooseTab(group, tab);
      isLeaving.current = true;
      void leave(documents, { group, tab });
    },
    [store, documents, leave],
  );
  const loseDocuments = async ({ group, tab }: Change): Promise<void> => {
    show(undefined);
    const isCleared = !documents || (await clearDocuments(documents, documentsInTab(store, group)));
    if (isCleared) store.chooseTab(group, tab);
    else show({ kind: 'wait' });
  };
  const dialogs = open && (
    <TabDialog
      open={open}
      onConfirm={(change) => void loseDocuments(change)}
      onClose={() => show(undefined)}
    />
  );
  return { chooseTab, dialogs };
}

type TabDialogProps = {
  readonly open: Open;
  readonly onConfirm: (change: Change) => void;
  readonly onClose: () => void;
};

function TabDialog({ open, onConfirm, onClose }: TabDialogProps) {
  if (open.kind === 'wait') {
    return (
      <NoticeDialog
        title="File Upload in Progress"
        text="Please wait until the file upload has completed."
        onClose={onClose}
      />
    );
  }
  const title = open.group.tabs.find(({ id }) => id === open.tab)?.title ?? '';
  return (
    <ConfirmDialog
      title="Delete your file?"
      text={`If you change to “${title}”, “${open.names}” will be deleted. This cannot be undone.`}
      confirmLabel="Delete and change"
      onConfirm={() => onConfirm(open)}
      onClose={onClose}
    />
  );
}
