import { NO_CHANGES, changesWithoutSent } from '#client/questionnaire/store/form-changes.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import type { Answers } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { companionsOf } from '#form/answers/with-companions.ts';
import { answerText } from '#form/summary/answer-text.ts';
import { say, sessionTexts } from '#texts/say.ts';

type Context = {
  /** The answer and its related answers; others come from the page. */
  readonly answers: Answers;
  /** Today's date, for lists of years. */
  readonly now: Date;
};

/** Returns the text of an answer that can differ from the page's. */
export function conflictAnswerText(
  { definition, state }: Pick<FormStore, 'definition' | 'state'>,
  key: string,
  { answers, now }: Context,
): string {
  const questions = questionsOf(definition);
  const found = questions.get(key);
  if (!found) return '';
  const current = state().form.answers;
  const others = changesWithoutSent({ ...NO_CHANGES, answers }, state().form).answers;
  // Labels on the page belong to the page's answer.
  const labels = companionsOf(definition, others, { answers: current, now });
  const whole = { ...current, ...labels, ...answers };
  const text = answerText({
    question: found,
    parts: found.parts.flatMap((part) => questions.get(part) ?? []),
    answers: whole,
    optionsOf: (each) => optionsOf(definition, each, { answers: whole, now }),
  });
  return text === '' ? say(sessionTexts.noAnswer) : text;
}
