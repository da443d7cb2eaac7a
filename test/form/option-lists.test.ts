import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { optionListsOf, type OptionsContext, optionsOf } from '#form/answers/option-lists.ts';
import { question } from './build-definition.ts';

const definition = {
  options: {
    letters: [{ value: 'a', label: 'A', group: 'Vowels' }],
    past: { years: { count: 3, direction: 'past' as const } },
    future: { years: { count: 3, direction: 'future' as const } },
    fixed: { years: { count: 2, direction: 'past' as const, start: 2000 } },
    around: { years: { count: 3, direction: 'past' as const, offset: 1 } },
  },
};

function beside(answers: Answers): OptionsContext {
  return { answers, now: new Date('2026-11-21T01:00:00Z') };
}

function valuesAt(options: string, now: string): readonly string[] {
  const context = { answers: {}, now: new Date(now) };
  return optionsOf(definition, question('q', { options }), context).map((option) => option.value);
}

describe('the options of a question', () => {
  const { letters } = definition.options;
  it.each([
    ['come from its list', { options: 'letters' }, letters],
    ['are empty without a list', {}, []],
    [
      'are its own if another answer only controls visibility',
      { options: 'letters', dependsOn: { valueKey: 'land' } },
      letters,
    ],
  ])('%s', (_, part, offered) => {
    expect(optionsOf(definition, question('q', part), beside({}))).toEqual(offered);
  });

  it('come from the list opened by the controlling answer', () => {
    const ruled = question('q', {
      dependsOn: { valueKey: 'land', lists: { A: 'letters', B: 'fixed', C: 'letters' } },
    });
    const offered = (answers: Answers) =>
      optionsOf(definition, ruled, beside(answers)).map((option) => option.value);

    expect(offered({ land: 'A' })).toEqual(['a']);
    expect(offered({ land: 'B' })).toEqual(['2000', '1999']);
    expect(offered({ land: 'D' })).toEqual([]);
    expect(offered({ land: 'toString' })).toEqual([]);
    expect(offered({ land: '' })).toEqual([]);
    expect(offered({})).toEqual([]);
    expect(optionListsOf(definition, ruled)).toEqual([letters, definition.options.fixed]);
  });

  it.each([
    ['past', '2026-11-21T01:00:00Z', ['2026', '2025', '2024']],
    ['past', '2026-12-31T23:59:59Z', ['2026', '2025', '2024']],
    ['past', '2027-01-01T00:00:00Z', ['2027', '2026', '2025']],
    ['future', '2026-11-21T01:00:00Z', ['2026', '2027', '2028']],
    ['fixed', '2026-11-21T01:00:00Z', ['2000', '1999']],
    ['around', '2026-11-21T01:00:00Z', ['2027', '2026', '2025']],
  ])('of the year list %s at %s are %j', (list, now, years) => {
    expect(valuesAt(list, now)).toEqual(years);
  });

  it('throw if the definition lacks the list', () => {
    expect(() => valuesAt('gone', '2026-11-21T01:00:00Z')).toThrow(/question q uses the option list "gone"/);
    expect(() => valuesAt('toString', '2026-11-21T01:00:00Z')).toThrow(/"toString"/);
  });
});
