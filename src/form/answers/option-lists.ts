import { isAnswered, answerByKey } from '../definition/answer.ts';
import type { Answers, FormDefinition, Question } from '../definition/definition.ts';
import { ownProperty } from '../definition/own-property.ts';
import type { Option, OptionList, YearList } from '../definition/option-list.ts';

/** The option lists of a definition. */
export type OptionLists = Pick<FormDefinition, 'options'>;

/** Context for a question's options. */
export type OptionsContext = {
  /** All answers: a dependent question takes its list from the controlling answer. */
  readonly answers: Answers;
  /** Reference date for lists of years. */
  readonly now: Date;
};

/** Returns the options of a question for these answers, in order. Throws if the definition lacks its list. */
export function optionsOf(
  definition: OptionLists,
  question: Question,
  { answers, now }: OptionsContext,
): readonly Option[] {
  const name = optionListName(question, answers);
  if (name === undefined) return [];
  const list = listNamed(definition, question, name);
  return listedOptions(list, now);
}

/** Returns the name of the list for these answers; undefined if there is none. */
export function optionListName({ options, dependsOn }: Question, answers: Answers): string | undefined {
  if (dependsOn?.lists === undefined) return options;
  const controlling = answerByKey(answers, dependsOn.valueKey);
  return typeof controlling === 'string' ? ownProperty(dependsOn.lists, controlling) : undefined;
}

/** Whether a dependent question takes free text for these answers. */
export function isFreeText({ dependsOn }: Question, answers: Answers): boolean {
  if (dependsOn?.otherwise === undefined) return false;
  const { valueKey, lists = {} } = dependsOn;
  const controlling = answerByKey(answers, valueKey);
  return isAnswered(controlling) && !Object.hasOwn(lists, String(controlling));
}

/** Returns every list that a question can offer: its own, or one per controlling answer. */
export function optionListsOf(definition: OptionLists, question: Question): readonly OptionList[] {
  const { options, dependsOn } = question;
  const own = options === undefined ? [] : [options];
  return [...new Set([...own, ...Object.values(dependsOn?.lists ?? {})])].map((name) =>
    listNamed(definition, question, name),
  );
}

/** Returns a list of the definition. Throws with the question's name if missing. */
export function listNamed(definition: OptionLists, question: Question, name: string): OptionList {
  const list = ownProperty(definition.options, name);
  if (list) return list;
  throw new Error(
    `The question ${question.key} uses the option list "${name}", which the definition lacks. Generate the definition again.`,
  );
}

/** Whether it is a list of years, which depends on the date. */
export function isYearList(list: OptionList): list is YearList {
  return 'years' in list;
}

/** Returns the years of a list in display order, relative to this year. */
export function yearsOf({ years }: YearList, thisYear: number): readonly number[] {
  const start = years.start ?? thisYear + (years.offset ?? 0);
  const step = years.direction === 'past' ? -1 : 1;
  return Array.from({ length: years.count }, (_, index) => start + step * index);
}

/** Returns the options of a list; years relative to a date. */
export function listedOptions(list: OptionList, now: Date): readonly Option[] {
  if (!isYearList(list)) return list;
  return yearsOf(list, now.getUTCFullYear()).map((year) => ({ value: String(year), label: String(year) }));
}

/** Returns the options of a multiple choice that exclude all others. */
export function exclusiveOptions(definition: OptionLists, question: Question): readonly Option[] {
  if (question.type !== 'array') return [];
  return writtenOptions(definition, question).filter(({ exclusive }) => exclusive);
}

/** Returns the options that a question can offer, without years, which change over time. */
export function writtenOptions(definition: OptionLists, question: Question): readonly Option[] {
  return optionListsOf(definition, question).flatMap((list) => (isYearList(list) ? [] : list));
}
