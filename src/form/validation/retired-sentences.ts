import { retiredChoices } from '../answers/retired-choices.ts';
import type { OptionLists, OptionsContext } from '../answers/option-lists.ts';
import type { Question } from '../definition/definition.ts';
import { say } from '#texts/say.ts';
import { answerTexts } from '#generated/texts.ts';

/** Returns the messages for choices that are no longer offered, by their stored labels. */
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
