import { setLanguage } from '#texts/language.ts';
import { describe, expect, it } from 'vitest';
import type { Answers, Condition, FormState, LayoutNode, Question } from '#form/definition/definition.ts';
import { summarize } from '#form/summary/summary.ts';
import { addAnother, form, nodes, page, question, stateOf } from './build-definition.ts';

const NOW = new Date('2026-11-21T01:00:00Z');
const isYes: Condition = { valueKey: 'choice', operator: 'equals', target: 'Y' };

const letters = [
  { value: 'Y', label: 'Yes, please' },
  { value: 'N', label: 'No, thanks' },
];
const layout: readonly LayoutNode[] = [
  ...nodes('name', 'income'),
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
        question('income', { type: 'number', currency: 'USD' }),
        question('x', { type: 'integer' }),
        question('ruled', { dependsOn: { valueKey: 'choice', lists: { Y: 'letters', N: 'months' } } }),
        question('x_2', { type: 'integer', fullLabel: 'More 2: X' }),
      ],
      { layout },
    ),
    page([question('later')], { id: 'second' }),
  ],
  {
    options: {
      letters,
      months: [{ value: '05', label: 'May' }],
      years: { years: { count: 5, direction: 'past' } },
    },
  },
);

function linesOf(answers: Answers, part: Partial<FormState> = {}): readonly string[] {
  return summarize(definition, stateOf(answers, part), NOW).map(({ key, value }) => `${key}: ${value}`);
}

describe('the summary', () => {
  it('lists answers in layout order, by key', () => {
    const answers = { later: 'L', x: 3, box: true, choice: 'Y', hidden: 'H', name: 'Ada', list: ['N', 'Y'] };
    expect(linesOf(answers)).toEqual([
      'name: Ada',
      'choice: Yes, please',
      'list: No, thanks, Yes, please',
      'hidden: H',
      'box: Yes',
      'x: 3',
      'later: L',
    ]);
  });

  it('labels an option by the list that the controlling answer opens', () => {
    expect(linesOf({ choice: 'N', ruled: '05' })).toContain('ruled: May');
    expect(linesOf({ choice: 'Y', ruled: 'N' })).toContain('ruled: No, thanks');
  });

  it('omits hidden, emptied and unanswered questions', () => {
    expect(linesOf({ choice: 'N', hidden: 'H', name: '', list: [] })).toEqual(['choice: No, thanks']);
    expect(linesOf({})).toEqual([]);
  });

  it('shows an unchecked box as No', () => {
    expect(linesOf({ box: false })).toEqual(['box: No']);
  });

  it('joins a month and its year, also if one is missing', () => {
    expect(linesOf({ month: '05', year: '2020' })).toEqual(['month: May 2020']);
    expect(linesOf({ year: '2020' })).toEqual(['month: 2020']);
    expect(linesOf({ month: '05' })).toEqual(['month: May']);
  });

  it('uses the stored label of a retired option, else the value', () => {
    expect(linesOf({ choice: 'M', choice_desc: 'Maybe' })).toEqual(['choice: Maybe']);
    expect(linesOf({ choice: 'M', choice_desc: '' })).toEqual(['choice: M']);
    expect(linesOf({ list: ['M'] })).toEqual(['list: M']);
  });

  it('shows money with the symbol and the separators of the language', () => {
    expect(linesOf({ income: 1250.5 })).toEqual(['income: $1,250.50']);
    setLanguage({ locale: 'es' });
    expect(linesOf({ income: 1250.5 })).toEqual(['income: 1250,50\u00a0US$']);
    setLanguage();
  });

  it('shows every instance with an answer', () => {
    expect(linesOf({ x_2: 0 })).toEqual(['x_2: 0']);
  });
});

/** The only line of a question with this answer. */
function lineOf(subject: Question, answers: Answers, parts: readonly Question[] = []) {
  const options = {
    letters,
    many: Array.from({ length: 6 }, (_, at) => ({ value: `${at}`, label: `Number ${at}` })),
  };
  const one = form([page([subject, ...parts], { layout: nodes(subject.key) })], { options });
  return summarize(one, stateOf(answers), NOW)[0];
}

describe('a summary line', () => {
  const phone = question('phone', { summaryFormat: 'phone', parts: ['code'] });
  const code = question('code', { partOf: 'phone', options: 'letters' });
  it.each([
    [{ phone: '2025550123' }, '(202) 555-0123'],
    [{ phone: '(202) 555-0123', code: '1' }, '(202) 555-0123'],
    [{ phone: '7700900123', code: '44' }, '+44 7700900123'],
    [{ phone: '12345678901' }, '12345678901'],
  ])('shows the phone number %j as %s', (answers, text) => {
    expect(lineOf(phone, answers, [code])).toMatchObject({ kind: 'text', value: text });
  });

  it('is absent for a dial code without a number', () => {
    expect(lineOf(phone, { code: '44' }, [code])).toBeUndefined();
  });

  it('shows a school with its code, or by name only', () => {
    const school = question('school', { summaryFormat: 'school', parts: ['ceeb'] });
    const ceeb = question('ceeb', { partOf: 'school' });
    expect(lineOf(school, { school: 'East High', ceeb: '060410' }, [ceeb])?.value).toBe(
      'East High (Ceeb: 060410)',
    );
    expect(lineOf(school, { school: 'East High', ceeb: '' }, [ceeb])?.value).toBe('East High');
    expect(lineOf(school, { school: '', ceeb: '060410' }, [ceeb])).toBeUndefined();
  });

  it('shows an attached document', () => {
    const essay = question('essay', { summaryFormat: 'document', label: 'Essay', fullLabel: 'The Essay' });
    expect(lineOf(essay, { essay: 'ANSWERED' })).toMatchObject({
      kind: 'document',
      value: 'Document attached for Essay',
    });
    expect(lineOf(essay, { essay: '' })).toBeUndefined();
  });

  it('spells out dates, and leaves other texts unchanged', () => {
    const date = question('date', { constraints: { format: 'date' } });
    expect(lineOf(date, { date: '2005-06-30' })?.value).toBe('June 30, 2005');
    expect(lineOf(date, { date: 'soon' })?.value).toBe('soon');
    expect(lineOf(question('date'), { date: '2005-06-30' })?.value).toBe('2005-06-30');
  });

  it('lists all options if few or side by side, with the chosen ones', () => {
    const no = { label: 'No, thanks', isChosen: false };
    const yes = { label: 'Yes, please', isChosen: true };
    expect(lineOf(question('few', { options: 'letters' }), { few: 'Y' })).toMatchObject({
      kind: 'options',
      options: [yes, no],
    });
    const several = question('several', { type: 'array', options: 'letters', summaryFormat: 'options' });
    expect(lineOf(several, { several: ['Y', 'Z'] })?.options).toEqual([
      yes,
      no,
      { label: 'Z', isChosen: true },
    ]);
    const many = question('many', { options: 'many' });
    expect(lineOf(many, { many: '3' })).toMatchObject({ kind: 'text', value: 'Number 3', options: [] });
    expect(lineOf({ ...many, summaryFormat: 'options' }, { many: '3' })?.options).toHaveLength(6);
  });

  it('includes a chosen retired option, with its stored label', () => {
    const few = question('few', { options: 'letters', companion: true });
    expect(lineOf(few, { few: 'M', few_desc: 'Maybe' })?.options.at(-1)).toEqual({
      label: 'Maybe',
      isChosen: true,
    });
  });

  it('is a checkbox if answered by one', () => {
    const box = question('box', { type: 'boolean', label: 'I agree.' });
    expect(lineOf(box, { box: true })).toMatchObject({
      kind: 'box',
      options: [{ label: 'I agree.', isChosen: true }],
    });
    expect(lineOf(box, { box: false })?.options).toEqual([{ label: 'I agree.', isChosen: false }]);
  });
});
