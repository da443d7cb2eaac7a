import type { FormDefinition, Option, OptionList, Question, YearList } from './definition.ts';

/** What of a definition holds the option lists. */
export type OptionLists = Pick<FormDefinition, 'options'>;

/**
 * The options of a question in the order in which they are offered; none for a question without a list.
 * A year list is counted from `start`, or else from the UTC year of `now` plus `offset`: backwards for `past`.
 *
 * @throws Error when the definition lacks the list that the question names
 */
export function optionsOf(definition: OptionLists, question: Question, now: Date): readonly Option[] {
  const list = optionListOf(definition, question);
  if (list === undefined) return [];
  return isYearList(list) ? yearOptions(list, now) : list;
}

/**
 * The list a question names, as it stands in the definition; undefined for a question without one.
 *
 * @throws Error when the definition lacks the list
 */
export function optionListOf(definition: OptionLists, question: Question): OptionList | undefined {
  if (question.options === undefined) return undefined;
  const list = Object.hasOwn(definition.options, question.options)
    ? definition.options[question.options]
    : undefined;
  if (list) return list;
  throw new Error(
    `The question ${question.key} uses the option list "${question.options}", which the definition does not hold. Generate the definition again.`,
  );
}

/** True for a list that is counted from a year, not written out. */
export function isYearList(list: OptionList): list is YearList {
  return 'years' in list;
}

function yearOptions({ years }: YearList, now: Date): readonly Option[] {
  const start = years.start ?? now.getUTCFullYear() + (years.offset ?? 0);
  const step = years.direction === 'past' ? -1 : 1;
  return Array.from({ length: years.count }, (_, index) => {
    const year = String(start + step * index);
    return { value: year, label: year };
  });
}
