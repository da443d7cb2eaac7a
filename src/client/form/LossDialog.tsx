import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#client/components/dialog/ConfirmDialog.tsx';
import { focusQuestion } from './store/focus-question.ts';
import { useFromStore } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { namedAnswers } from './store/named-answers.ts';

/** Asks before a change clears a long text, and gives the focus back to what was changed. */
export function LossDialog({ store }: { readonly store: FormStore }) {
  const asked = useFromStore(store, store.asked);
  if (!asked) return null;
  const settle = (answer: () => void) => () => {
    flushSync(answer);
    // A text that was left had the focus no more when it was asked about; the dialog cannot give it back.
    if (asked.by !== undefined && document.activeElement === document.body) focusQuestion(asked.by);
  };
  return (
    <ConfirmDialog
      title="Clear what you wrote?"
      text={`If you change this, ${lossSentence(store, asked.keys)}`}
      confirmLabel="Clear and change"
      onConfirm={settle(store.agree)}
      onClose={settle(store.decline)}
    />
  );
}

/** What becomes of long texts, as the rest of a sentence; empty where there are none. */
export function lossSentence(store: FormStore, keys: readonly string[]): string {
  return keys.length === 0 ? '' : `what you wrote under ${namedAnswers(store, keys).names} will be cleared.`;
}
