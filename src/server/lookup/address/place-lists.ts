import type { FormDefinition, Option } from '#form/definition/definition.ts';
import { isYearList } from '#form/definition/options.ts';
import type { PlaceLists } from './place-codes.ts';

/** Names of a record's members (see `LookupRecord`): the questions are called so behind their prefix. */
const [STATE, COUNTRY] = ['state', 'country'];

/** The countries and states that a questionnaire offers wherever it asks for an address. */
export function placeListsOf({ pages, options }: Pick<FormDefinition, 'pages' | 'options'>): PlaceLists {
  const questions = new Map(pages.flatMap((page) => Object.entries(page.questions)));
  const listOf = (name: string | undefined): readonly Option[] => {
    const list = name === undefined ? undefined : options[name];
    return list === undefined || isYearList(list) ? [] : list;
  };
  for (const { key, dependsOn } of questions.values()) {
    if (!key.endsWith(STATE) || dependsOn?.lists === undefined) continue;
    if (dependsOn.valueKey !== key.slice(0, -STATE.length) + COUNTRY) continue;
    const countries = listOf(questions.get(dependsOn.valueKey)?.options);
    const lists = Object.entries(dependsOn.lists).map(([country, name]) => [country, listOf(name)]);
    return { countries, states: Object.fromEntries(lists) };
  }
  return { countries: [], states: {} };
}
