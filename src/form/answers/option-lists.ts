import { isAnswered, answerByKey } from '../definition/answer.ts';
import type { Answers, FormDefinition, Question } from '../definition/definition.ts';
import type { Option, OptionList, YearList } from '../definition/option-list.ts';

/** What of a definition holds the option lists. */
export type OptionLists = Pick<FormDefinition, 'options'>;

/** What the options of a question follow from, in addition to the definition. */
export type OptionsContext = {
  /** All answers: a question that another controls takes its list from that answer. */
  readonly answers: Answers;
  /** Today, for lists that are counted from it. */
  readonly now: Date;
};

/** Returns the options of a question for these answers, in order. Throws where the definition lacks its list. */
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

/** The name of the list that a question offers with these answers; undefined where it offers none. */
export function optionListName({ options, dependsOn }: Question, answers: Answers): string | undefined {
  if (dependsOn?.lists === undefined) return options;
  const { valueKey, lists } = dependsOn;
  const controlling = Object.hasOwn(answers, valueKey) ? answers[valueKey] : undefined;
  return typeof controlling === 'string' && Object.hasOwn(lists, controlling)
    ? lists[controlling]
    : undefined;
}

/** True where a question has lists, and with these answers a text of one's own in their place. */
export function isFreeText({ dependsOn }: Question, answers: Answers): boolean {
  if (dependsOn?.otherwise === undefined) return false;
  const { valueKey, lists = {} } = dependsOn;
  const controlling = answerByKey(answers, valueKey);
  return isAnswered(controlling) && !Object.hasOwn(lists, String(controlling));
}

/** Returns every list that a question may offer: its own, or one per controlling answer. */
export function optionListsOf(definition: OptionLists, question: Question): readonly OptionList[] {
  const { options, dependsOn } = question;
  const own = options === undefined ? [] : [options];
  return [...new Set([...own, ...Object.values(dependsOn?.lists ?? {})])].map((name) =>
    listNamed(definition, question, name),
  );
}

/** Returns a list of the definition. Throws, naming the question, where it is missing. */
export function listNamed(definition: OptionLists, question: Question, name: string): OptionList {
  const list = Object.hasOwn(definition.options, name) ? definition.options[name] : undefined;
  if (list) return list;
  throw new Error(
    `The question ${question.key} uses the option list "${name}", which the definition lacks. Generate the definition again.`,
  );
}

/** True for a list that is counted from a year, not written out. */
export function isYearList(list: OptionList): list is YearList {
  return 'years' in list;
}

/** The years of a list in the order in which they are offered, in what the list counts as this year. */
export function yearsOf({ years }: YearList, thisYear: number): readonly number[] {
  const start = years.start ?? thisYear + (years.offset ?? 0);
  const step = years.direction === 'past' ? -1 : 1;
  return Array.from({ length: years.count }, (_, index) => start + step * index);
}

/** Returns the options of a list, years as counted from a day. */
export function listedOptions(list: OptionList, now: Date): readonly Option[] {
  if (!isYearList(list)) return list;
  return yearsOf(list, now.getUTCFullYear()).map((year) => ({ value: String(year), label: String(year) }));
}

/** Returns the options that a question may offer, lists of years left out: they move on every year. */
export function writtenOptions(definition: OptionLists, question: Question): readonly Option[] {
  return optionListsOf(definition, question).flatMap((list) => (isYearList(list) ? [] : list));
}
