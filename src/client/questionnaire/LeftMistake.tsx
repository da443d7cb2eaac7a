import { atItsQuestion, runningText } from '#form/validation/wrong-questions.ts';
import { FocusAnchor } from '#client/ui/FocusAnchor.tsx';
import { useFromStore } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { say } from '#texts/say.ts';
import { answerTexts } from '#generated/texts.ts';

/**
 * Reads out what is wrong with the question that was left last, politely and once: the eyes find it at the question,
 * where the ears are no more. It goes with the mistake. No sentence moves the control that has the focus.
 */
export function LeftMistake({ store }: { readonly store: FormStore }) {
  const sentence = useFromStore(store, () => mistakeOf(store));
  return (
    <>
      <FocusAnchor of={useFromStore(store, store.errors)} />
      <span className="visually-hidden" role="status">
        {sentence}
      </span>
    </>
  );
}

function mistakeOf(store: FormStore): string {
  const key = store.leftQuestions().at(-1);
  const question = key === undefined ? undefined : store.question(key);
  const messages = question && store.error(question.key);
  if (question === undefined || messages === undefined) return '';
  const sentence = runningText(messages.map((message) => atItsQuestion(question, message)));
  return say(answerTexts.ofQuestion, { label: question.label, sentence });
}
