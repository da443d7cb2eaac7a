import type { FormStore } from './store/form-store.ts';
import { listText } from '#texts/language.ts';
import { say, clearingTexts, listTexts } from '#texts/say.ts';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../ui/dialog/NoticeDialog.tsx';
import { focusQuestion } from './focus-question.ts';
import { useFromStore } from './form-scope.ts';

/** So many characters of a label show which question it is; some are two lines long. */
const LONGEST = 60;

/** So many answers are named; of more than that, the others are counted. */
const NAMED = 2;

/** How answers are named in a sentence, and whether it is one: “Essay”, “Essay” and “Motto”, or how many others. */
export function namedAnswers(
  store: Pick<FormStore, 'questions'>,
  keys: readonly string[],
): { readonly names: string; readonly isOne: boolean } {
  // A month and its year are one answer to who reads of it.
  const owners = [...new Set(keys.map((key) => store.questions.get(key)?.partOf ?? key))];
  const quoted = owners.map((key) =>
    say(listTexts.quoted, { name: shortenedNames(store.questions.get(key)?.fullLabel ?? key) }),
  );
  const rest = quoted.length - NAMED;
  if (rest <= 0) return { names: listText(quoted), isOne: quoted.length === 1 };
  const others = say(clearingTexts.more, { count: rest });
  return { names: listText([...quoted.slice(0, NAMED), others]), isOne: false };
}

/** Cut after a word. */
function shortenedNames(label: string): string {
  if (label.length <= LONGEST) return label;
  return say(listTexts.shortened, { text: label.slice(0, LONGEST).replace(/\W*\s\S*$/, '') });
}

/** Asks before a change clears a long text, and gives the focus back to what was changed. */
export function LossDialog({ store }: { readonly store: FormStore }) {
  const loss = useFromStore(store, () => store.state().loss);
  if (!loss) return null;
  const settle = (answer: () => void) => () => {
    flushSync(answer);
    // A text that was left had the focus no more when the dialog opened; the dialog cannot give it back.
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
