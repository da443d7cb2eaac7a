import { useCallback, useRef, useState } from 'react';
import type { TabsNode } from '#form/definition/definition.ts';
import { ConfirmDialog, NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';
import type { Documents } from '#client/widgets/file/document-view.ts';
import type { FormStore } from './store/form-store.ts';
import { deleteTabDocuments, findTabObstacle, documentsInTab } from './store/leave-tab.ts';
import { namedAnswers } from './LossDialog.tsx';
import { listText } from '#texts/language.ts';
import type { ChooseTab } from './form-scope.ts';
import { say, clearingTexts, documentsTexts, listTexts, tabTexts } from '#texts/say.ts';
import { chosenTab } from '#client/questionnaire/store/selectors.ts';

/** A tab that is to be left for another of its group. */
export type TabChange = {
  readonly group: TabsNode;
  readonly tab: string;
  /** Keys of the questions for documents that are lost with it. */
  readonly documentKeys: readonly string[];
  /** Keys of the long texts that are lost with it. */
  readonly textKeys: readonly string[];
  /** Changes the tab. */
  readonly go: () => void;
};

type Open = { readonly kind: 'wait' } | ({ readonly kind: 'ask'; readonly files: string } & TabChange);

/**
 * Leaves tabs. One with documents loses them first, after a confirmation (docs/behavior.md 4.10); while one is uploaded
 * or converted, the tab stays.
 */
export function useLeaveTab(store: FormStore, documents: Documents | undefined) {
  const [open, setOpen] = useState<Open>();
  /** One change at a time; a link to a question in another tab asks for it again and again. */
  const isUnderWay = useRef(false);
  const show = useCallback((next: Open | undefined): void => {
    isUnderWay.current = next !== undefined;
    setOpen(next);
  }, []);
  const leave = useCallback(
    async (change: TabChange): Promise<void> => {
      if (!documents || change.documentKeys.length === 0) return change.go();
      isUnderWay.current = true;
      const obstacle = await findTabObstacle(documents, change.group, change.documentKeys);
      if (obstacle === 'busy') return show({ kind: 'wait' });
      if (typeof obstacle === 'object') {
        const files = listText(obstacle.map((name) => say(listTexts.quoted, { name })));
        return show({ kind: 'ask', ...change, files });
      }
      isUnderWay.current = false;
      if (obstacle === 'none') change.go();
    },
    [documents, show],
  );
  const loseDocuments = async ({ documentKeys, textKeys, go }: TabChange): Promise<void> => {
    show(undefined);
    if (documents && !(await deleteTabDocuments(documents, documentKeys))) return show({ kind: 'wait' });
    go();
    // The long texts were named together with the files.
    store.dispatch({ type: 'agree', keys: textKeys });
  };
  const dialogs = open && (
    <TabChangeDialog
      open={open}
      store={store}
      onConfirm={(change) => void loseDocuments(change)}
      onClose={() => show(undefined)}
    />
  );
  return { leave, isLeaving: useCallback(() => isUnderWay.current, []), dialogs };
}

type DialogProps = {
  readonly open: Open;
  readonly store: FormStore;
  readonly onConfirm: (change: TabChange) => void;
  readonly onClose: () => void;
};

function TabChangeDialog({ open, store, onConfirm, onClose }: DialogProps) {
  if (open.kind === 'wait') {
    return (
      <NoticeDialog
        title={say(tabTexts.uploading)}
        text={say(documentsTexts.uploadRunning)}
        onClose={onClose}
      />
    );
  }
  const title = open.group.tabs.find(({ id }) => id === open.tab)?.title ?? '';
  const deletes = say(tabTexts.files, { tab: title, files: open.files });
  const answers = namedAnswers(store, open.textKeys).names;
  return (
    <ConfirmDialog
      title={say(tabTexts.ask, { files: open.files })}
      text={answers === '' ? deletes : `${deletes} ${say(clearingTexts.alsoText, { answers })}`}
      confirmLabel={say(tabTexts.change)}
      onConfirm={() => onConfirm(open)}
      onClose={onClose}
    />
  );
}

/** Changes tabs, if nothing prevents it. @returns how to change, and the dialogs, which have to be rendered */
export function useTabChoice(store: FormStore, documents: Documents | undefined) {
  const { leave, isLeaving, dialogs } = useLeaveTab(store, documents);
  const chooseTab = useCallback<ChooseTab>(
    (group, tab) => {
      if (chosenTab(store, group) === tab || isLeaving() || store.state().loss) return;
      void leave({
        group,
        tab,
        documentKeys: documentsInTab(store, group),
        textKeys: store.lostBy({ type: 'chooseTab', group, tab }),
        go: () => store.dispatch({ type: 'chooseTab', group, tab }),
      });
    },
    [store, leave, isLeaving],
  );
  return { chooseTab, dialogs };
}
