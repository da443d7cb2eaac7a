import type { FormDefinition } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { isYearList } from '#form/answers/option-lists.ts';
import type { PlaceLists } from './place-codes.ts';

/** The category under which a questionnaire looks addresses up. */
export const ADDRESS_CATEGORY = 'address';

/** The countries and states that a questionnaire offers where it first looks an address up. */
export function placeListsOf({ pages, options }: Pick<FormDefinition, 'pages' | 'options'>): PlaceLists {
  const questions = new Map(pages.flatMap((page) => Object.entries(page.questions)));
  const listOf = (name: string | undefined): readonly Option[] => {
    const list = name === undefined ? undefined : options[name];
    return list === undefined || isYearList(list) ? [] : list;
  };
  const looked = [...questions.values()].find(({ lookup }) => lookup?.category === ADDRESS_CATEGORY);
  const { country = '', state = '' } = looked?.lookup?.fills ?? {};
  const { lists = {}, otherwise } = questions.get(state)?.dependsOn ?? {};
  const states = Object.entries(lists);
  return {
    countries: listOf(questions.get(country)?.options),
    states: Object.fromEntries(states.map(([value, name]) => [value, listOf(name)])),
    isStateText: otherwise === 'text',
  };
}
