import { type OptionLists, optionListsOf, type OptionsContext, optionsOf } from '../answers/option-lists.ts';
import { chosenValues, storedLabel } from '../answers/retired-choices.ts';
import { answerByKey } from '../definition/answer.ts';
import type { Question } from '../definition/definition.ts';

/**
 * The words of what was chosen, in the order of the answer: those that were stored with it, else those of the
 * definition, else the value. None where nothing is chosen, and where there is nothing to choose from.
 *
 * @param form the definition that was answered
 * @param context all answers, and the day on which they were given
 */
export function chosenLabels(
  form: OptionLists,
  question: Question,
  context: OptionsContext,
): readonly string[] {
  if (optionListsOf(form, question).length === 0) return [];
  const stored = storedLabel(question, context.answers);
  const offered = optionsOf(form, question, context);
  return chosenValues(answerByKey(context.answers, question.key)).map(
    (value) => stored ?? offered.find((option) => option.value === value)?.label ?? value,
  );
}
