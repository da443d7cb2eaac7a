import type { AnswerMigrations } from '#form/definition/answer-migrations.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { addAnother, form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { NO_MOVES } from '#compiler/changes/renamed-form.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

/**
 * A later toy questionnaire: `colour` is now `tint` with crimson for red, `pier` has westward for west, boats are
 * vessels, the coast is the shore with a renamed tab, and `beach` is retired.
 */
export function renamedToy(moves: Partial<AnswerMigrations> = {}): Questionnaire {
  const isBlue = { valueKey: 'tint', operator: 'equals', target: 'blue' } as const;
  const isNotBlue = { valueKey: 'tint', operator: 'notEquals', target: 'blue' } as const;
  const shore = tabs('shore', ['pier'], ['dune']);
  const definition = form(
    [
      page(
        [
          question('tint', { required: true, companion: true, options: 'tints', page: 'first' }),
          question('shade', { required: true, visibleWhen: isBlue }),
          question('age', { type: 'integer' }),
          question('agrees', { type: 'boolean' }),
          question('tags', { type: 'array' }),
        ],
        { clearing: [{ when: isNotBlue, keys: ['shade'] }] },
      ),
      page(
        ['pier', 'dune', 'vessel_name', 'vessel_2_name', 'crew_name'].map((key) => question(key)),
        {
          id: 'second',
          layout: [
            { ...shore, tabs: shore.tabs.map((tab) => (tab.id === 'west' ? { ...tab, id: 'sunset' } : tab)) },
            {
              kind: 'section',
              id: 'boats',
              children: [addAnother('vessel', ['vessel_name'], ['vessel_2_name'])],
            },
            { ...addAnother('crew', ['crew_name']), min: 0 },
            ...nodes(),
          ],
        },
      ),
    ],
    {
      hash: 'renamed-hash',
      options: {
        tints: ['Crimson', 'Green', 'Blue'].map((label) => ({ value: label.toLowerCase(), label })),
      },
      moves: {
        ...NO_MOVES,
        keys: { colour: 'tint', boat_name: 'vessel_name', boat_2_name: 'vessel_2_name' },
        values: { colour: { red: 'crimson' }, pier: { west: 'westward' } },
        groups: { boat: 'vessel', coast: 'shore' },
        tabs: { shore: { west: 'sunset' } },
        retired: { beach: 'deleted' },
        ...moves,
      },
    },
  );
  return { ...toyQuestionnaire(), definition, validators: compileValidators(definition) };
}
