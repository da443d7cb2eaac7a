import { describe, expect, it } from 'vitest';
import { toFacts } from '#form/answers/facts.ts';
import { isRequired, visibleQuestions } from '#form/answers/visible-questions.ts';
import type { Condition, FormState, Question, SwitchNode } from '#form/definition/definition.ts';
import { addAnother, form, nodes, page, question, stateOf, tabs } from './build-definition.ts';

const is = (target: string): Condition => ({ valueKey: 'p', operator: 'equals', target });
const isNot = (target: string): Condition => ({ valueKey: 'p', operator: 'notEquals', target });
const inTab = (target: string): Condition => ({ valueKey: 'side', operator: 'equals', target });

function keysOf(questions: readonly Question[]): readonly string[] {
  return questions.map(({ key }) => key);
}

describe('a section', () => {
  const section = page([question('p'), question('q', { visibleWhen: is('Y') })]);

  it.each([
    [{}, ['p']],
    [{ p: 'N' }, ['p']],
    [{ p: 'Y' }, ['p', 'q']],
    [{ p: '', q: 'left over' }, ['p']],
  ])('with %j shows %j', (answers, keys) => {
    expect(keysOf(visibleQuestions(section, stateOf(answers)))).toEqual(keys);
  });
});

describe('a blank answer', () => {
  it.each([
    ['answered', ['p']],
    ['notAnswered', ['p', 'q']],
  ] as const)('leaves %s as without an answer', (operator, keys) => {
    const section = page([question('p'), question('q', { visibleWhen: { valueKey: 'p', operator } })]);
    expect(keysOf(visibleQuestions(section, stateOf({ p: ' \n ' })))).toEqual(keys);
    expect(keysOf(visibleQuestions(section, stateOf({})))).toEqual(keys);
  });
});

describe('a switch', () => {
  const choice: SwitchNode = {
    kind: 'switch',
    id: 'choice',
    cases: [
      { visibleWhen: is('A'), children: nodes('a') },
      { visibleWhen: { all: [isNot('A'), is('B')] }, children: nodes('b') },
      { visibleWhen: { all: [isNot('A'), isNot('B')] }, children: nodes('rest') },
    ],
  };
  const switched = page(
    [
      question('p'),
      question('a', { visibleWhen: is('A') }),
      question('b', { visibleWhen: { all: [isNot('A'), is('B')] } }),
      question('rest', { visibleWhen: { all: [isNot('A'), isNot('B')] } }),
    ],
    { layout: [...nodes('p'), choice] },
  );

  it.each([
    ['A', ['p', 'a']],
    ['B', ['p', 'b']],
    ['C', ['p', 'rest']],
    ['', ['p', 'rest']],
  ])('at %j shows one case: %j', (answer, keys) => {
    expect(keysOf(visibleQuestions(switched, stateOf({ p: answer })))).toEqual(keys);
  });
});

describe('a tab group', () => {
  const tabbed = page(
    [question('e', { visibleWhen: inTab('east') }), question('w', { visibleWhen: inTab('west') })],
    { layout: [tabs('side', ['e'], ['w'])] },
  );

  it.each<readonly [FormState['tabs'], readonly string[]]>([
    [{}, ['e']],
    [{ side: 'east' }, ['e']],
    [{ side: 'west' }, ['w']],
    [{ side: 'no longer there' }, ['e']],
  ])('with %j chosen shows %j', (chosen, keys) => {
    expect(keysOf(visibleQuestions(tabbed, stateOf({}, { tabs: chosen })))).toEqual(keys);
  });

  it('is a fact for conditions on other pages', () => {
    const other = page([question('o', { visibleWhen: inTab('west') })], { id: 'other' });
    const whole = form([tabbed, other]);
    expect(keysOf(visibleQuestions(whole, stateOf({})))).toEqual(['e']);
    const state = stateOf({}, { tabs: { side: 'west' } });
    expect(keysOf(visibleQuestions(whole, state))).toEqual(['w', 'o']);
    expect(keysOf(visibleQuestions(other, state, toFacts(whole, state)))).toEqual(['o']);
  });
});

describe('an add-another', () => {
  const repeated = page(
    [question('x'), question('x_2'), question('x_3', { parts: ['y_3'] }), question('y_3', { partOf: 'x_3' })],
    { layout: [addAnother('more', ['x'], ['x_2'], ['x_3'])] },
  );

  it.each([
    [{}, {}, ['x']],
    [{}, { more: 2 }, ['x', 'x_2']],
    [{ x_3: 'kept' }, {}, ['x', 'x_2', 'x_3', 'y_3']],
  ])('with answers %j and counts %j shows %j', (answers, counts, keys) => {
    expect(keysOf(visibleQuestions(repeated, stateOf(answers, { counts })))).toEqual(keys);
  });
});

describe('a required question', () => {
  it.each<readonly [string, Partial<Question>, boolean]>([
    ['always', { required: true }, true],
    ['never', {}, false],
    ['when its condition is true', { requiredWhen: is('Y') }, true],
    ['not when its condition is false', { requiredWhen: is('N') }, false],
    ['not while hidden', { required: true, visibleWhen: is('N') }, false],
    ['not while hidden, whatever its condition', { requiredWhen: is('Y'), visibleWhen: is('N') }, false],
    ['while visible', { required: true, visibleWhen: is('Y') }, true],
  ])('%s', (_, part, required) => {
    expect(isRequired(question('q', part), { p: 'Y' })).toBe(required);
  });
});
