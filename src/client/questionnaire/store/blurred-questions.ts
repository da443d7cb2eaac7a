import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import type { Question } from '#form/definition/definition.ts';
import { createListeners } from '#client/ui/observable.ts';
import type { AnswerCore } from './answer-core.ts';

/**
 * Where the student is, and which questions were answered and left, so that what is wrong with them can be said
 * (decision 6). A question that was only passed is none of them, nor one that another answer has emptied since.
 */
export function createBlurredQuestions(core: AnswerCore, questions: ReadonlyMap<string, Question>) {
  const leaving = createListeners();
  let left: readonly string[] = [];
  let current: string | undefined;
  let isTouched = false;

  const hasAnswer = (key: string): boolean =>
    [key, ...(questions.get(key)?.parts ?? [])].some((each) =>
      isAnswered(answerByKey(core.state().answers, each)),
    );
  const blurQuestion = (key = current): void => {
    if (key === undefined || key !== current) return;
    const isFirst = !left.includes(key) && hasAnswer(key);
    if (isTouched || isFirst) left = [...left.filter((each) => each !== key), key];
    current = undefined;
    isTouched = false;
    leaving.notify();
  };
  core.onDelta(({ answers }) => {
    const changed = new Set(Object.keys(answers).map((key) => questions.get(key)?.partOf ?? key));
    if (current !== undefined && changed.has(current)) isTouched = true;
    left = left.filter((key) => key === current || !changed.has(key) || hasAnswer(key));
  });
  return {
    /** The student is at a question, and so at no other. */
    enterQuestion: (key: string): void => {
      if (key === current) return;
      blurQuestion();
      current = key;
    },
    /** Something is typed or chosen in the question at which the student is. */
    touchQuestion: (): void => {
      isTouched = true;
    },
    /** @param key the only one that is to be left; default: at whichever the student is */
    blurQuestion,
    /** Key of the question with the focus. */
    currentQuestion: (): string | undefined => current,
    /** Keys of the questions that were answered and left, the latest last. */
    blurredQuestions: (): readonly string[] => left,
    /** Calls the listener whenever a question was left. @returns how to stop */
    onLeave: leaving.add,
  };
}
