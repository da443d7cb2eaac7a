import { describe, expect, it } from 'vitest';
import type { Answers, Condition, FormState, LayoutNode } from '#form/definition/definition.ts';
import { summarize } from '#form/summary/summary.ts';
import { addAnother, form, nodes, page, question, stateOf } from './build-definition.ts';

const NOW = new Date('2026-11-21T01:00:00Z');
const isYes: Condition = { valueKey: 'choice', operator: 'equals', target: 'Y' };

const layout: readonly LayoutNode[] = [
  ...nodes('name'),
  {
    kind: 'section',
    id: 'details',
    title: 'Details',
    children: [
      { kind: 'row', children: nodes('choice', 'ruled', 'list') },
      { kind: 'section', id: 'inner', children: nodes('month') },
      { kind: 'section', id: 'named', title: 'Named', children: nodes('hidden') },
      ...nodes('box'),
    ],
  },
  addAnother('more', ['x'], ['x_2']),
];

const definition = form(
  [
    page(
      [
        question('box', { type: 'boolean' }),
        question('choice', { options: 'letters', companion: true }),
        question('list', { type: 'array', options: 'letters' }),
        question('hidden', { visibleWhen: isYes }),
        question('month', { options: 'months', parts: ['year'] }),
        question('year', { options: 'years', partOf: 'month' }),
        question('name', { fullLabel: 'Full Name' }),
        question('x', { type: 'integer' }),
        question('ruled', {
          dependsOn: { valueKey: 'choice', lists: { Y: 'letters', N: 'months' } },
        }),
        question('x_2', { type: 'integer', fullLabel: 'More 2: X' }),
      ],
      { layout },
    ),
    page([question('later')], { id: 'second' }),
  ],
  {
    options: {
      letters: [
        { value: 'Y', label: 'Yes, please' },
        { value: 'N', label: 'No, thanks' },
      ],
      months: [{ value: '05', label: 'May' }],
      years: { years: { count: 5, direction: 'past' } },
    },
  },
);

function linesOf(answers: Answers, part: Partial<FormState> = {}): readonly string[] {
  return summarize(definition, stateOf(answers, part), NOW).map(
    ({ page: on, section, label, value }) => `${on}/${section}/${label}: ${value}`,
  );
}

describe('the summary', () => {
  it('lists the answers in the order of the layout, with page, section and full label', () => {
    const answers = { later: 'L', x: 3, box: true, choice: 'Y', hidden: 'H', name: 'Ada', list: ['N', 'Y'] };
    expect(linesOf(answers)).toEqual([
      'first//Full Name: Ada',
      'first/Details/The choice: Yes, please',
      'first/Details/The list: No, thanks, Yes, please',
      'first/Named/The hidden: H',
      'first/Details/The box: Yes',
      'first//The x: 3',
      'second//The later: L',
    ]);
  });

  it('names an option by the list that the controlling answer opens', () => {
    expect(linesOf({ choice: 'N', ruled: '05' })).toContain('first/Details/The ruled: May');
    expect(linesOf({ choice: 'Y', ruled: 'N' })).toContain('first/Details/The ruled: No, thanks');
  });

  it('leaves out what is hidden, emptied or not answered', () => {
    expect(linesOf({ choice: 'N', hidden: 'H', name: '', list: [] })).toEqual([
      'first/Details/The choice: No, thanks',
    ]);
    expect(linesOf({})).toEqual([]);
  });

  it('writes an unticked box as No', () => {
    expect(linesOf({ box: false })).toEqual(['first/Details/The box: No']);
  });

  it('puts a month and its year into one line, also when one is missing', () => {
    expect(linesOf({ month: '05', year: '2020' })).toEqual(['first/Details/The month: May 2020']);
    expect(linesOf({ year: '2020' })).toEqual(['first/Details/The month: 2020']);
    expect(linesOf({ month: '05' })).toEqual(['first/Details/The month: May']);
  });

  it('uses the stored label of an option that is no longer offered, else the value', () => {
    expect(linesOf({ choice: 'M', choice_desc: 'Maybe' })).toEqual(['first/Details/The choice: Maybe']);
    expect(linesOf({ choice: 'M', choice_desc: '' })).toEqual(['first/Details/The choice: M']);
    expect(linesOf({ list: ['M'] })).toEqual(['first/Details/The list: M']);
  });

  it('shows every instance that holds an answer', () => {
    expect(linesOf({ x_2: 0 })).toEqual(['first//More 2: X: 0']);
  });

  it('carries the key, for links', () => {
    expect(summarize(definition, stateOf({ name: 'Ada' }), NOW)).toEqual([
      { page: 'first', section: '', key: 'name', label: 'Full Name', value: 'Ada' },
    ]);
  });
});
