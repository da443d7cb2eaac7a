import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../ui/dialog/NoticeDialog.tsx';
import { focusQuestion } from './store/focus-question.ts';
import { useFromStore } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { namedAnswers } from './store/named-answers.ts';
import { say } from '#texts/say.ts';
import { clearingTexts } from '#generated/texts.ts';

/** Asks before a change clears a long text, and gives the focus back to what was changed. */
export function LossDialog({ store }: { readonly store: FormStore }) {
  const asked = useFromStore(store, store.asked);
  if (!asked) return null;
  const settle = (answer: () => void) => () => {
    flushSync(answer);
    // A text that was left had the focus no more when it was asked about; the dialog cannot give it back.
    if (asked.by !== undefined && document.activeElement === document.body) focusQuestion(asked.by);
  };
  const answers = namedAnswers(store, asked.keys).names;
  return (
    <ConfirmDialog
      title={say(clearingTexts.ask, { answers })}
      text={say(clearingTexts.text, { answers })}
      confirmLabel={say(clearingTexts.change)}
      onConfirm={settle(() => store.agree())}
      onClose={settle(store.decline)}
    />
  );
}
