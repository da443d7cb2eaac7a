import { useCallback, useRef, useState } from 'react';
import type { TabsNode } from '#form/definition/definition.ts';
import { ConfirmDialog, NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';
import type { Documents } from '../widgets/file/document-view.ts';
import type { FormStore } from './store/form-store.ts';
import { deleteTabDocuments, findTabObstacle, documentsInTab } from './store/leave-tab.ts';
import { listText } from '#texts/language.ts';
import { type ChooseTab, useFromStore } from './form-scope.ts';
import { say, clearingTexts, documentsTexts, listTexts, tabTexts } from '#texts/say.ts';
import { chosenTab, questionOf } from './store/selectors.ts';
import { flushSync } from 'react-dom';
import { focusQuestion } from './focus-question.ts';
import { longTextsLostBy } from '#client/questionnaire/store/confirmed-changes.ts';

/** A requested change of tab. */
export type TabChange = {
  readonly group: TabsNode;
  readonly tab: string;
  /** Keys of document questions it would clear. */
  readonly documentKeys: readonly string[];
  /** Keys of long texts it would clear. */
  readonly textKeys: readonly string[];
  /** Changes the tab. */
  readonly go: () => void;
};

type Open = { readonly kind: 'wait' } | ({ readonly kind: 'ask'; readonly files: string } & TabChange);

/**
 * Leaves tabs, deleting documents after confirmation (docs/behavior.md 4.10).
 * Stays while an upload or conversion is in progress.
 */
export function useLeaveTab(store: FormStore, documents: Documents | undefined) {
  const [open, setOpen] = useState<Open>();
  /** One change at a time. Links to questions in other tabs request it repeatedly. */
  const isRunning = useRef(false);
  const show = useCallback((next: Open | undefined): void => {
    isRunning.current = next !== undefined;
    setOpen(next);
  }, []);
  const leave = useCallback(
    async (change: TabChange): Promise<void> => {
      if (!documents || change.documentKeys.length === 0) return change.go();
      isRunning.current = true;
      const obstacle = await findTabObstacle(documents, change.group, change.documentKeys);
      if (obstacle === 'busy') return show({ kind: 'wait' });
      if (typeof obstacle === 'object') {
        const files = listText(obstacle.map((name) => say(listTexts.quoted, { name })));
        return show({ kind: 'ask', ...change, files });
      }
      isRunning.current = false;
      if (obstacle === 'none') change.go();
    },
    [documents, show],
  );
  const loseDocuments = async ({ documentKeys, textKeys, go }: TabChange): Promise<void> => {
    show(undefined);
    if (documents && !(await deleteTabDocuments(documents, documentKeys))) return show({ kind: 'wait' });
    go();
    // The dialog already listed the long texts.
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
  return { leave, isLeaving: useCallback(() => isRunning.current, []), dialogs };
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

/** Changes tabs unless prevented. @returns the handler, and dialogs to render */
export function useTabChoice(store: FormStore, documents: Documents | undefined) {
  const { leave, isLeaving, dialogs } = useLeaveTab(store, documents);
  const chooseTab = useCallback<ChooseTab>(
    (group, tab) => {
      if (chosenTab(store, group) === tab || isLeaving() || store.state().loss) return;
      void leave({
        group,
        tab,
        documentKeys: documentsInTab(store, group),
        textKeys: longTextsLostBy(store, { type: 'chooseTab', group, tab }),
        go: () => store.dispatch({ type: 'chooseTab', group, tab }),
      });
    },
    [store, leave, isLeaving],
  );
  return { chooseTab, dialogs };
}

/** Maximum label length in characters. */
const LONGEST = 60;

/** Maximum number of answers named; others are counted. */
const NAMED = 2;

/** Formats answer names for a sentence, and whether there is only one. */
export function namedAnswers(
  store: Pick<FormStore, 'definition'>,
  keys: readonly string[],
): { readonly names: string; readonly isOne: boolean } {
  // A month and its year count as one answer.
  const owners = [...new Set(keys.map((key) => questionOf(store, key)?.partOf ?? key))];
  const quoted = owners.map((key) =>
    say(listTexts.quoted, { name: shortenedNames(questionOf(store, key)?.fullLabel ?? key) }),
  );
  const rest = quoted.length - NAMED;
  if (rest <= 0) return { names: listText(quoted), isOne: quoted.length === 1 };
  const others = say(clearingTexts.more, { count: rest });
  return { names: listText([...quoted.slice(0, NAMED), others]), isOne: false };
}

/** Cuts after a word. */
function shortenedNames(label: string): string {
  if (label.length <= LONGEST) return label;
  return say(listTexts.shortened, { text: label.slice(0, LONGEST).replace(/\W*\s\S*$/, '') });
}

/** Confirms clearing a long text, then restores focus. */
export function LossDialog({ store }: { readonly store: FormStore }) {
  const loss = useFromStore(store, () => store.state().loss);
  if (!loss) return null;
  const settle = (answer: () => void) => () => {
    flushSync(answer);
    // A blurred text lost focus before the dialog opened, so the dialog cannot restore it.
    if (loss.by !== undefined && document.activeElement === document.body) focusQuestion(loss.by);
  };
  const answers = namedAnswers(store, loss.keys).names;
  return (
    <ConfirmDialog
      title={say(clearingTexts.ask, { answers })}
      text={say(clearingTexts.text, { answers })}
      confirmLabel={say(clearingTexts.change)}
      onConfirm={settle(() => store.dispatch({ type: 'agree' }))}
      onClose={settle(() => store.dispatch({ type: 'decline' }))}
    />
  );
}
