import { describe, expect, it } from 'vitest';
import type { Answers, FormDefinition, Question } from '#form/definition/definition.ts';
import { changedSince } from '#form/progress/changed-since.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { addAnother, form, nodes, page, question, stateOf, tabs } from './build-definition.ts';

const required = (key: string, part: Partial<Question> = {}) => question(key, { required: true, ...part });
const short = { constraints: { maxLength: 3 } };

function lookAt(before: FormDefinition, present: FormDefinition, answers: Answers, chosen = {}) {
  const state = stateOf(answers, chosen);
  const validators = compileValidators(present);
  const errors = validateAnswers({ definition: present, state, validators, now: new Date('2026-11-21') });
  return changedSince({ before, present, errors }, state);
}

/** Visible in one tab only. */
const on = (target: string) => ({ visibleWhen: { valueKey: 'side', operator: 'equals', target } }) as const;

/** A fixed tab, and one with a variable name. */
const sides = (second: string) => {
  const group = tabs('side', ['left'], ['right']);
  const [east, west] = group.tabs;
  const questions = [required('name'), required('left', on('east')), required('right', on(second))];
  const layout = [
    ...nodes('name'),
    { ...group, tabs: [...(east ? [east] : []), ...(west ? [{ ...west, id: second }] : [])] },
  ];
  return form([page(questions, { layout })]);
};

/** One child per key. */
const kids = (...keys: readonly string[]) =>
  form([
    page([required('name'), ...keys.map((key) => question(key, short))], {
      layout: [...nodes('name'), addAnother('kids', ...keys.map((key) => [key]))],
    }),
  ]);

const before = form([page([required('name'), question('note')])]);

describe('questions to review after a form change', () => {
  it.each<[string, readonly Question[], Answers, readonly string[]]>([
    ['a new question', [required('name'), required('laptop')], { name: 'Ada' }, ['laptop']],
    ['a newly required question', [required('name'), required('note')], { name: 'Ada' }, ['note']],
    ['a text that is now too long', [required('name', short)], { name: 'Augusta' }, ['name']],
    ['no new question next to an unanswered one', [required('name'), required('laptop')], { note: 'x' }, []],
    ['no optional question', [required('name'), question('laptop')], { name: 'Ada' }, []],
    ['no validly answered question', [required('name', short)], { name: 'Ada' }, []],
  ])('include %s', (_name, questions, answers, keys) => {
    expect(lookAt(before, form([page(questions)]), answers)).toEqual(keys);
  });

  it('include those of the default tab, if the chosen one was removed', () => {
    const chosen = { tabs: { side: 'west' } };
    const answers = { name: 'Ada', right: 'x' };
    expect(lookAt(sides('west'), sides('west'), answers, chosen)).toEqual([]);
    expect(lookAt(sides('west'), sides('south'), answers, chosen)).toEqual(['left']);
  });

  it('exclude instances beyond the new maximum', () => {
    const answers = { name: 'Ada', kid: 'Bo', kid_2: 'Cy' };
    expect(lookAt(kids('kid', 'kid_2'), kids('kid'), answers, { counts: { kids: 2 } })).toEqual([]);
  });

  it('exclude unfinished questions that were renamed', () => {
    const moves = { keys: { note: 'remark' }, values: {}, groups: {}, tabs: {} };
    const retired = { retired: {}, retiredValues: {}, retiredGroups: {}, retiredTabs: {} };
    const known = form([page([required('name'), required('note')])]);
    const pages = [page([required('name'), required('remark')])];
    expect(lookAt(known, form(pages, { moves: { ...moves, ...retired } }), { name: 'Ada' })).toEqual([]);
    expect(lookAt(known, form(pages), { name: 'Ada' })).toEqual(['remark']);
  });
});
