import { useSyncExternalStore } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { namedAnswers } from '#client/questionnaire/store/named-answers.ts';
import type { Documents } from '#client/widgets/file/document-view.ts';
import { useUndo } from './use-undo.tsx';
import { say } from '#texts/say.ts';
import { clearingTexts, dialogTexts } from '#generated/texts.ts';

type NoticeProps = { readonly store: FormStore; readonly documents?: Documents | undefined };

/**
 * Names the answers that a change cleared, such as a tab that was left or a section that hid, and takes it back on
 * request, together with the change. It stays until it is closed, something else is cleared, an answer that it
 * would take back is given again, or the page is left.
 */
export function ClearedNotice({ store, documents }: NoticeProps) {
  const cleared = useSyncExternalStore(store.subscribe, store.cleared);
  const { undo, dialogs } = useUndo(store, documents);
  const named = cleared && namedAnswers(store, cleared.keys);
  return (
    <>
      <div className="cleared-notice no-print" role="status" aria-label={say(clearingTexts.label)}>
        {named && (
          <div className="cleared-notice-bar">
            <span>
              {say(named.isOne ? clearingTexts.one : clearingTexts.several, { answers: named.names })}
            </span>
            <Button look="text" onClick={undo}>
              {say(clearingTexts.undo)}
            </Button>
            <Button look="text" onClick={store.forgetStep}>
              {say(dialogTexts.close)}
            </Button>
          </div>
        )}
      </div>
      {dialogs}
    </>
  );
}
