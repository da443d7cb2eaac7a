import type { CardDefinition } from '#form/definition/definition.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { addAnother, form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';

/**
 * A questionnaire of two pages with every kind of answer. `colour` is required; `shade` is visible and required only if
 * the colour is blue. The second page has the tab group `coast`, the add-another `boat`, and `crew`, which can be empty.
 */
export function toyQuestionnaire(): Questionnaire {
  const definition = form(
    [
      page(
        [
          question('colour', { required: true, companion: true, options: 'colours', page: 'first' }),
          question('shade', {
            required: true,
            visibleWhen: { valueKey: 'colour', operator: 'equals', target: 'blue' },
          }),
          question('age', { type: 'integer' }),
          question('agrees', { type: 'boolean' }),
          question('tags', { type: 'array' }),
        ],
        {
          clearing: [
            { when: { valueKey: 'colour', operator: 'notEquals', target: 'blue' }, keys: ['shade'] },
          ],
        },
      ),
      page(
        [
          question('pier'),
          question('beach'),
          question('boat_name'),
          question('boat_2_name'),
          question('crew_name'),
        ],
        {
          id: 'second',
          layout: [
            tabs('coast', ['pier'], ['beach']),
            { kind: 'section', id: 'boats', children: [addAnother('boat', ['boat_name'], ['boat_2_name'])] },
            { ...addAnother('crew', ['crew_name']), min: 0 },
            ...nodes(),
          ],
        },
      ),
    ],
    {
      hash: 'toy-hash',
      options: { colours: ['Red', 'Green', 'Blue'].map((label) => ({ value: label.toLowerCase(), label })) },
    },
  );
  const cards = {
    signup: card('signup', ['username', 'password']),
    confirm: card('confirm', ['username', 'code']),
    reset: card('reset', ['username', 'password', 'confirm_password', 'id']),
  };
  return {
    definition,
    partner: TOY_PARTNER,
    cards,
    validators: compileValidators(definition),
    cardValidators: compileValidators(form(Object.values(cards))),
  };
}

const SHADES = { extraLight: '#eeeeee', light: '#999999', main: '#333333', dark: '#000000' };

const TOY_PARTNER = {
  name: 'Toy College',
  application_title: 'Application',
  privacy_url: 'https://toy.example.edu/privacy',
  help_email: 'help@toy.example.edu',
  colors: {
    primary: SHADES,
    secondary: SHADES,
    accent: SHADES,
    neutral: SHADES,
    white: SHADES,
    error: SHADES,
    disabled: SHADES,
  },
};

function card(id: string, keys: readonly string[]): CardDefinition {
  const questions = keys.map((key) =>
    question(key, { required: true, constraints: key === 'password' ? { minLength: 12 } : {} }),
  );
  return { ...page(questions, { id }), submitLabel: id };
}
