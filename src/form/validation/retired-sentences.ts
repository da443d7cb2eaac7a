import { retiredChoices } from '../answers/retired-choices.ts';
import type { OptionLists, OptionsContext } from '../answers/option-lists.ts';
import type { Question } from '../definition/definition.ts';
import { say } from '#texts/say.ts';
import { answerTexts } from '#generated/texts.ts';

/**
 * What is said of choices that are not offered any more: each by the label that was stored with it, never by its code.
 *
 * @param context the day, and all answers: another answer may open the list
 */
export function retiredSentences(
  form: OptionLists,
  question: Question,
  context: OptionsContext,
): readonly string[] {
  const sentences = retiredChoices(form, question, context).map(({ label }) =>
    label === '' ? say(answerTexts.retiredUnnamed) : say(answerTexts.retired, { label }),
  );
  return sentences.length < 2 ? sentences : [...new Set(sentences)];
}
