import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import type { LookupService, Suggestion } from '#client/widgets/lookup/lookup.ts';
import type { FoundRecord } from '#form/answers/record-answers.ts';
import type { Answers, Condition, Question } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { storeOf } from '../questionnaire/toy-pages.ts';

const lists = {
  lands: ['USA', 'CAN', 'FRA'].map((value) => ({ value, label: `Land ${value}` })),
  ofUsa: ['CO', 'TX'].map((value) => ({ value, label: `State ${value}` })),
  ofCan: [{ value: 'ON', label: 'State ON' }],
};

/** A school with code and place, as one instance of a block. */
function schoolQuestions(prefix: string): readonly Question[] {
  const hasStates: Condition = { valueKey: `${prefix}land`, operator: 'in', target: ['USA', 'CAN'] };
  return [
    question(`${prefix}school`, {
      label: `School ${prefix}`,
      widget: 'school',
      parts: [`${prefix}code`],
      lookup: {
        category: 'schools',
        fills: Object.fromEntries(
          Object.entries(FIELDS).map(([field, name]) => [field, prefix + name] as const),
        ),
      },
    }),
    question(`${prefix}code`, { partOf: `${prefix}school` }),
    question(`${prefix}street`, { label: `Street ${prefix}` }),
    question(`${prefix}land`, {
      label: `Land ${prefix}`,
      widget: 'dropdown',
      options: 'lands',
      companion: true,
    }),
    question(`${prefix}state`, {
      label: `State ${prefix}`,
      widget: 'conditionalDropdown',
      companion: true,
      dependsOn: { valueKey: `${prefix}land`, lists: { USA: 'ofUsa', CAN: 'ofCan' } },
      visibleWhen: hasStates,
    }),
  ];
}

/** Field of the record → question of the block. */
const FIELDS = { name: 'school', ceeb: 'code', address_line_1: 'street', country: 'land', state: 'state' };

const home = question('home', {
  label: 'Home',
  widget: 'addressLookup',
  lookup: { category: 'places', fills: { address_line_1: 'home', state: 'homeState', country: 'homeLand' } },
});
const homeLand = question('homeLand', { label: 'Home Land', options: 'lands', widget: 'dropdown' });
const homeState = question('homeState', { label: 'Home State', options: 'ofUsa', widget: 'dropdown' });

const PREFIXES = ['one_', 'two_', 'three_'];
const schools = PREFIXES.flatMap(schoolQuestions);
const only = page([...schools, home, homeLand, homeState], {
  clearing: PREFIXES.map((prefix) => ({
    when: { valueKey: `${prefix}land`, operator: 'notIn', target: ['USA', 'CAN'] } as const,
    keys: [`${prefix}state`],
  })),
});

/** A call that the test answers. */
type LookupCall<Answer> = {
  readonly request: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly answer: (answer: Answer) => void;
  readonly fail: () => void;
};

/** The maximum number of results. */
const SHOWN = 5;

/** A service whose responses the test gives in any order. */
function lookupDouble() {
  const searches: LookupCall<readonly Suggestion[]>[] = [];
  const finds: LookupCall<FoundRecord>[] = [];
  const service: LookupService = {
    search: async (request, signal) => {
      const items = await kept(searches, request, signal);
      return { items: items.slice(0, SHOWN), hasMore: items.length > SHOWN };
    },
    find: (request, signal) => kept(finds, request, signal),
  };
  return { service, searches, finds };
}

function kept<Answer>(
  calls: LookupCall<Answer>[],
  request: LookupCall<Answer>['request'],
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((answer, reject) => {
    calls.push({ request, signal, answer, fail: () => reject(new Error('No answer.')) });
  });
}

/** Renders a page with three schools and an address. */
export function renderLookup(answers: Answers = {}, hasService = true) {
  const definition = form([only], { options: lists, homeState: 'homeState' });
  const store = storeOf(definition, answers, { signedIn: false });
  const double = lookupDouble();
  const lookup = hasService ? double.service : undefined;
  const renderAgain = () => render(<FormPage page={only} store={store} lookup={lookup} />);
  const { unmount } = renderAgain();
  return { store, ...double, unmount, renderAgain, user: userEvent.setup({ delay: null }) };
}

export const schoolBox = (prefix = 'one_') => screen.getByRole('combobox', { name: `School ${prefix}` });

/** A suggestion of this name. */
export function suggestion(text: string, id = text): Suggestion {
  return { id, text, sub_text: `Place of ${text}` };
}

/** The lines of the list. */
export function offered(): readonly (string | null)[] {
  const list = screen.queryByRole('listbox');
  return list
    ? within(list)
        .queryAllByRole('option')
        .map((option) => option.textContent)
    : [];
}

/** The hint at a typed school (docs/behavior.md 2.8). */
export const HINT = 'Enter your school information below.';

/** A chosen school with its answers. */
export const OF_EAST = {
  one_school: 'East High School',
  one_code: '060001',
  one_street: '1 Oak Street',
  one_land: 'USA',
  one_land_desc: 'Land USA',
  one_state: 'CO',
  one_state_desc: 'State CO',
};

/** The note below a look-up question, by index. */
export function note(index = 0): string | null | undefined {
  return screen.getAllByRole('status', { name: 'Look-up' })[index]?.textContent;
}

/** The record behind OF_EAST. */
export const EAST: FoundRecord = {
  name: 'East High School',
  ceeb: '060001',
  address_line_1: '1 Oak Street',
  city: 'Denver',
  state: 'CO',
  country: 'USA',
};

/** Searches a school, and chooses its only result. */
export async function choose(
  rendered: ReturnType<typeof renderLookup>,
  text: string,
  chosen: string,
  prefix = 'one_',
) {
  const { user, searches } = rendered;
  const request = searches.length;
  await user.clear(schoolBox(prefix));
  await user.type(schoolBox(prefix), text);
  await expect.poll(() => searches.length).toBe(request + 1);
  await act(async () => searches[request]?.answer([suggestion(chosen)]));
  await user.click(screen.getByRole('option', { name: new RegExp(`^${chosen} Place`) }));
}

/** Chooses a school, and returns its record. */
export async function take(rendered: ReturnType<typeof renderLookup>, record: FoundRecord, prefix = 'one_') {
  await choose(rendered, 'high', String(record['name']), prefix);
  await act(async () => rendered.finds.at(-1)?.answer(record));
}
