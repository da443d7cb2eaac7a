import { describe, expect, it } from 'vitest';
import { answersToTake, findDraftConflicts } from '#form/answers/visitor-draft.ts';
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

const NONE = new Set<string>();
const input = (saved: Answers, draft: Answers) => ({ form: toy, state: stateOf(saved), draft });

describe('a visitor draft', () => {
  it.each<[string, Answers, Answers, Answers]>([
    ['fill what is empty', {}, { name: 'Ada' }, { name: 'Ada' }],
    ['fill what was emptied', { name: '' }, { name: 'Ada' }, { name: 'Ada' }],
    ['fill what holds blanks', { name: '  ' }, { name: 'Ada' }, { name: 'Ada' }],
    ['never empty what is saved', { name: 'Ada' }, { name: '' }, {}],
    ['leave what is the same', { name: 'Ada' }, { name: 'Ada' }, {}],
    ['leave what differs', { name: 'Ada' }, { name: 'Grace' }, {}],
    ['leave out what the form does not ask', {}, { gone: 'x', toString: 'x', name_desc: 'x' }, {}],
    ['leave out what is hidden beside the saved', { visa: 'N' }, { visa: 'Y', visa_date: '2026' }, {}],
    ['leave out what would go with a choice', { country: 'USA' }, { country: 'CAN', state: 'ON' }, {}],
    ['complete what is the same', { country: 'CAN' }, { country: 'CAN', state: 'ON' }, { state: 'ON' }],
  ])('%s', (_, saved, draft, taken) => {
    expect(answersToTake(input(saved, draft), NONE)).toEqual(taken);
  });

  it.each<[string, Answers, Answers, Answers]>([
    ['replaces the saved one', { name: 'Ada' }, { name: 'Grace' }, { name: 'Grace' }],
    [
      'brings what is asked beside it',
      { visa: 'N' },
      { visa: 'Y', visa_date: '2026' },
      { visa: 'Y', visa_date: '2026' },
    ],
    [
      'comes with what depends on it',
      { country: 'USA', state: 'CO' },
      { country: 'CAN', state: 'ON' },
      { country: 'CAN', state: 'ON' },
    ],
    [
      'takes away what belongs to the saved one',
      { school: 'East', code: '1' },
      { school: 'West' },
      { school: 'West', code: '' },
    ],
  ])('a selected conflict %s', (_, saved, draft, taken) => {
    const chosen = new Set(findDraftConflicts(input(saved, draft)).map(({ key }) => key));
    expect(answersToTake(input(saved, draft), chosen)).toEqual(taken);
  });
});

describe('conflicting answers', () => {
  it.each<[string, Answers, Answers, readonly object[]]>([
    ['is none where one is empty', { name: '' }, { name: 'Ada', school: '' }, []],
    [
      'is one for each question, in the order of the form',
      { country: 'USA', name: 'Ada' },
      { name: 'Grace', country: 'CAN' },
      [
        { key: 'name', mine: { name: 'Grace' }, saved: { name: 'Ada' } },
        { key: 'country', mine: { country: 'CAN' }, saved: { country: 'USA' } },
      ],
    ],
    [
      'is one for a question and those that follow it',
      { country: 'USA', state: 'CO' },
      { country: 'CAN' },
      [
        {
          key: 'country',
          mine: { country: 'CAN', state: '' },
          saved: { country: 'USA', state: 'CO' },
        },
      ],
    ],
    [
      'is about the follower alone where the leader is the same',
      { country: 'USA', state: 'CO' },
      { country: 'USA', state: 'TX' },
      [{ key: 'state', mine: { state: 'TX' }, saved: { state: 'CO' } }],
    ],
  ])('%s', (_, saved, draft, conflicts) => {
    expect(findDraftConflicts(input(saved, draft))).toEqual(conflicts);
  });
});
