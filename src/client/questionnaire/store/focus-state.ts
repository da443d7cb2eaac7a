import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import type { Answers, Question } from '#form/definition/definition.ts';

/** The focused question, and blurred questions with answers (decision 6). */
export type QuestionFocus = {
  /** Key of the focused question. */
  readonly current: string | undefined;
  /** Whether it was changed since. */
  readonly isTouched: boolean;
  /** Keys of answered, blurred questions, latest last. */
  readonly blurred: readonly string[];
  readonly blurs: number;
};

export const NO_FOCUS: QuestionFocus = { current: undefined, isTouched: false, blurred: [], blurs: 0 };

type Questions = ReadonlyMap<string, Question>;

/** Blurs the current question; records it only if touched or answered. */
export function blurFocus(focus: QuestionFocus, questions: Questions, answers: Answers): QuestionFocus {
  const { current: key, blurred, blurs, isTouched } = focus;
  if (key === undefined) return { ...focus, isTouched: false };
  const isNoted = isTouched || (!blurred.includes(key) && hasAnswer(key, questions, answers));
  return {
    ...NO_FOCUS,
    blurred: isNoted ? [...blurred.filter((each) => each !== key), key] : blurred,
    blurs: blurs + 1,
  };
}

/** Adds all answered questions to the blurred ones, except the focused one. */
export function restoredFocus(focus: QuestionFocus, questions: Questions, answers: Answers): QuestionFocus {
  const { current, blurred, blurs } = focus;
  const restored = [...questions.values()]
    .filter(
      ({ key, partOf }) => partOf === undefined && key !== current && hasAnswer(key, questions, answers),
    )
    .map(({ key }) => key)
    .filter((key) => !blurred.includes(key));
  return { ...focus, blurred: [...restored, ...blurred], blurs: blurs + 1 };
}

type Change = { readonly changed: Answers; readonly questions: Questions; readonly answers: Answers };

/** Touches the focused question if changed; drops blurred ones that were emptied. */
export function focusAfterChange(
  focus: QuestionFocus,
  { changed, questions, answers }: Change,
): QuestionFocus {
  const { current, isTouched, blurred } = focus;
  const keys = new Set(Object.keys(changed).map((key) => questions.get(key)?.partOf ?? key));
  return {
    ...focus,
    isTouched: isTouched || (current !== undefined && keys.has(current)),
    blurred: blurred.filter((key) => key === current || !keys.has(key) || hasAnswer(key, questions, answers)),
  };
}

function hasAnswer(key: string, questions: Questions, answers: Answers): boolean {
  return [key, ...(questions.get(key)?.parts ?? [])].some((each) => isAnswered(answerByKey(answers, each)));
}
