import { atItsQuestion, runningText } from '#form/validation/wrong-questions.ts';
import { ScrollAnchor } from '../ui/ScrollAnchor.tsx';
import { useFromStore } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { say, answerTexts } from '#texts/say.ts';
import { useEffect } from 'react';
import { pointerRelease } from '../ui/pointer-release.ts';

/** Announces what is wrong with the question blurred last, politely and once. */
export function BlurredMistake({ store }: { readonly store: FormStore }) {
  const sentence = useFromStore(store, () => mistakeOf(store));
  return (
    <>
      <ScrollAnchor of={useFromStore(store, () => store.state().errors)} />
      <span className="visually-hidden" role="status">
        {sentence}
      </span>
    </>
  );
}

function mistakeOf(store: FormStore): string {
  const key = store.state().focus.blurred.at(-1);
  const question = key === undefined ? undefined : store.questions.get(key);
  const messages = question && store.state().errors.get(question.key);
  if (question === undefined || messages === undefined) return '';
  const sentence = runningText(messages.map((message) => atItsQuestion(question, message)));
  return say(answerTexts.ofQuestion, { label: question.label, sentence });
}

/**
 * Tracks the question with the focus; it is blurred once the focus is outside of all its controls.
 *
 * Not every browser focuses what is clicked, so an answer counts as well. Switching windows blurs nothing.
 */
export function useBlurredQuestions({ dispatch }: Pick<FormStore, 'dispatch'>): void {
  useEffect(() => {
    const pointer = pointerRelease(window);
    let pressed: EventTarget | null = null;
    const enter = ({ target }: Event): void => {
      const key = questionAt(target);
      if (key === undefined) dispatch({ type: 'blur' });
      else dispatch({ type: 'focus', key });
    };
    const leave = async ({ target, relatedTarget }: FocusEvent): Promise<void> => {
      const key = questionAt(target);
      // Where the focus goes, `focusin` follows.
      if (key === undefined || relatedTarget !== null) return;
      const isInside = pointer.isPressed() && questionAt(pressed) === key;
      await pointer.wait();
      const isHere = isInside || questionAt(document.activeElement) === key;
      if (document.hasFocus() && !isHere) dispatch({ type: 'blur', key });
    };
    const onFocusOut = (event: FocusEvent): void => void leave(event);
    const touch = (event: Event): void => {
      if (questionAt(event.target) === undefined) return;
      enter(event);
      dispatch({ type: 'touch' });
    };
    const press = ({ target }: Event): void => {
      pressed = target;
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('focusin', enter, { signal });
    document.addEventListener('focusout', onFocusOut, { signal });
    document.addEventListener('input', touch, { signal });
    document.addEventListener('change', touch, { signal });
    document.addEventListener('pointerdown', press, { signal });
    return () => {
      stop.abort();
      dispatch({ type: 'blur' });
    };
  }, [dispatch]);
}

/** The key of the question around an element; a part belongs to the question whose widget renders it. */
function questionAt(target: EventTarget | null): string | undefined {
  const box = target instanceof Element ? target.closest<HTMLElement>('.box') : null;
  return box?.dataset['question'];
}
