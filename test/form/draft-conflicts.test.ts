import { describe, expect, it } from 'vitest';
import { answersToTake, findDraftConflicts } from '#form/answers/draft-conflicts.ts';
import type { Answers } from '#form/definition/definition.ts';
import { form, page, question, stateOf } from './build-definition.ts';

const all = { visibleWhen: { valueKey: 'visa', operator: 'equals', target: 'Y' } } as const;
const toy = form([
  page([
    question('name'),
    question('school', { parts: ['code'] }),
    question('code', { partOf: 'school' }),
    question('country'),
    question('state', { dependsOn: { valueKey: 'country', lists: { USA: 'states', CAN: 'provinces' } } }),
    question('visa'),
    question('visa_date', all),
  ]),
]);

const input = (saved: Answers, draft: Answers) => ({ form: toy, state: stateOf(saved), draft });

describe('a visitor draft', () => {
  it.each<[string, Answers, Answers, Answers]>([
    ['fills empty questions', {}, { name: 'Ada' }, { name: 'Ada' }],
    ['fills emptied questions', { name: '' }, { name: 'Ada' }, { name: 'Ada' }],
    ['fills blank questions', { name: '  ' }, { name: 'Ada' }, { name: 'Ada' }],
    ['never clears saved answers', { name: 'Ada' }, { name: '' }, {}],
    ['skips equal answers', { name: 'Ada' }, { name: 'Ada' }, {}],
    ['skips conflicts', { name: 'Ada' }, { name: 'Grace' }, {}],
    ['skips unknown questions', {}, { gone: 'x', toString: 'x', name_desc: 'x' }, {}],
    ['skips questions hidden by saved answers', { visa: 'N' }, { visa: 'Y', visa_date: '2026' }, {}],
    ['skips answers that a choice would clear', { country: 'USA' }, { country: 'CAN', state: 'ON' }, {}],
    ['completes equal answers', { country: 'CAN' }, { country: 'CAN', state: 'ON' }, { state: 'ON' }],
  ])('%s', (_, saved, draft, taken) => {
    expect(answersToTake(input(saved, draft))).toEqual(taken);
  });

  it.each<[string, Answers, Answers, Answers]>([
    ['replaces the saved one', { name: 'Ada' }, { name: 'Grace' }, { name: 'Grace' }],
    [
      'includes questions it makes visible',
      { visa: 'N' },
      { visa: 'Y', visa_date: '2026' },
      { visa: 'Y', visa_date: '2026' },
    ],
    [
      'includes its dependents',
      { country: 'USA', state: 'CO' },
      { country: 'CAN', state: 'ON' },
      { country: 'CAN', state: 'ON' },
    ],
    [
      'clears dependents of the saved one',
      { school: 'East', code: '1' },
      { school: 'West' },
      { school: 'West', code: '' },
    ],
  ])('a selected conflict %s', (_, saved, draft, taken) => {
    const chosen = findDraftConflicts(input(saved, draft)).map(({ key }) => key);
    expect(answersToTake(input(saved, draft), chosen)).toEqual(taken);
  });
});

describe('conflicting answers', () => {
  it.each<[string, Answers, Answers, readonly object[]]>([
    ['are none if one is empty', { name: '' }, { name: 'Ada', school: '' }, []],
    [
      'are one per question, in form order',
      { country: 'USA', name: 'Ada' },
      { name: 'Grace', country: 'CAN' },
      [
        { key: 'name', mine: { name: 'Grace' }, saved: { name: 'Ada' } },
        { key: 'country', mine: { country: 'CAN' }, saved: { country: 'USA' } },
      ],
    ],
    [
      'are one for a question with its dependents',
      { country: 'USA', state: 'CO' },
      { country: 'CAN' },
      [{ key: 'country', mine: { country: 'CAN', state: '' }, saved: { country: 'USA', state: 'CO' } }],
    ],
    [
      'are for the dependent only if the controlling answer is equal',
      { country: 'USA', state: 'CO' },
      { country: 'USA', state: 'TX' },
      [{ key: 'state', mine: { state: 'TX' }, saved: { state: 'CO' } }],
    ],
  ])('%s', (_, saved, draft, conflicts) => {
    expect(findDraftConflicts(input(saved, draft))).toEqual(conflicts);
  });
});
