import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import { createFormStore, type FormStore } from '#client/questionnaire/store/form-store.ts';
import { addAnother, form, nodes, page, question, stateOf, tabs } from '#test/form/build-definition.ts';

type StoreOptions = Parameters<typeof createFormStore>[0];

const yesNo = [
  { value: 'Y', label: 'Yes' },
  { value: 'N', label: 'No' },
];
const countries = Array.from({ length: 60 }, (_, index) => ({ value: `C${index}`, label: `Land ${index}` }));
const months = [
  { value: '1', label: 'January' },
  { value: '2', label: 'February' },
];
const hasPet = { valueKey: 'pet', operator: 'equals', target: 'Y' } as const;
const noPet = { not: hasPet };
const essayTab = { valueKey: 'more', operator: 'notEquals', target: 'east' } as const;
const linkTab = { valueKey: 'more', operator: 'notEquals', target: 'west' } as const;

/** A page with one of everything, and one that depends on it. */
export const toyPages: FormDefinition = form(
  [
    page(
      [
        question('given', { label: 'Given Name', required: true, ui: { help: 'As in the passport.' } }),
        question('age', { label: 'Age', type: 'integer' }),
        question('pet', { label: 'Do you have a pet?', widget: 'radio', options: 'yes-no', companion: true }),
        question('pet_name', { label: 'Name of the Pet', required: true, visibleWhen: hasPet }),
        question('land', { label: 'Land', widget: 'dropdown', options: 'lands', companion: true }),
        question('pets', { label: 'Pets', type: 'array', widget: 'checkboxes', options: 'yes-no' }),
        question('agree', { label: 'I agree.', type: 'boolean', widget: 'checkbox' }),
        question('month', { label: 'Since', widget: 'monthYear', options: 'months', parts: ['year'] }),
        question('year', { label: 'Since', widget: 'dropdown', options: 'years', partOf: 'month' }),
        question('essay', { label: 'Essay', widget: 'textarea', constraints: { maxLength: 10 } }),
        question('link', { label: 'Link' }),
        question('kid', { label: 'First Name of the Child' }),
        question('kid_2', { label: 'First Name of the Child' }),
        question('trip', { label: 'Name of the Trip' }),
        question('secret', { label: 'Secret' }),
        question('heard', {
          label: 'Heard in',
          widget: 'monthYear',
          options: 'months',
          parts: ['heard_year'],
        }),
        question('heard_year', { label: 'Heard in', widget: 'dropdown', options: 'years', partOf: 'heard' }),
      ],
      {
        id: 'first',
        layout: [
          {
            kind: 'section',
            id: 'person',
            title: 'Person',
            children: [{ kind: 'row', children: nodes('given', 'age') }, ...nodes('pet')],
          },
          { kind: 'section', id: 'pet', title: 'Pet', visibleWhen: hasPet, children: nodes('pet_name') },
          { kind: 'text', paragraphs: ['Nearly done.'] },
          ...nodes('land', 'pets', 'agree', 'month'),
          tabs('more', ['essay'], ['link']),
          addAnother('kids', ['kid'], ['kid_2']),
          { ...addAnother('trips', ['trip']), label: 'Add a Trip', min: 0 },
          {
            kind: 'confirm',
            id: 'hidden',
            trigger: 'button',
            label: 'I have a secret',
            children: nodes('secret', 'heard'),
          },
        ],
        clearing: [
          { when: noPet, keys: ['pet_name'] },
          { when: essayTab, keys: ['essay'] },
          { when: linkTab, keys: ['link'] },
        ],
      },
    ),
    page([question('vet', { label: 'Vet', visibleWhen: hasPet })], {
      id: 'second',
      clearing: [{ when: noPet, keys: ['vet'] }],
    }),
  ],
  {
    options: { 'yes-no': yesNo, lands: countries, months, years: { years: { count: 3, direction: 'past' } } },
  },
);

export const firstPage = toyPages.pages[0] ?? page([]);

/** A store over a form with these answers, signed in by default. */
export function storeOf(
  definition: FormDefinition,
  answers: Answers = {},
  part: Partial<StoreOptions> = {},
): FormStore {
  const now = new Date('2026-11-21T12:00:00Z');
  return createFormStore({ definition, state: stateOf(answers), now, signedIn: true, ...part });
}

/** A store over the toy pages, signed in by default. */
export const toyStore = (answers?: Answers, signedIn = true) => storeOf(toyPages, answers, { signedIn });

/** A node of the first page's layout by its kind. */
export function nodeOf<Kind extends 'tabs' | 'addAnother' | 'confirm'>(kind: Kind) {
  for (const node of firstPage.layout) if (isKind(node, kind)) return node;
  throw new Error(`The toy page has no ${kind}.`);
}

type Node = (typeof firstPage.layout)[number];

function isKind<Kind extends Node['kind']>(node: Node, kind: Kind): node is Extract<Node, { kind: Kind }> {
  return node.kind === kind;
}
