import { expect, test } from 'vitest';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { type FormEdits, tinyFormWith } from '../tiny-form.ts';

type Decided = { readonly answers?: object; readonly tabs?: object; readonly counts?: object };

/** Returns the check's findings for a persona with these decisions. */
async function foundFor(decided: Decided, more: FormEdits = {}) {
  const persona = { $schema: '../meta/persona.meta.json', title: 'Ada', answers: {}, ...decided };
  const { faults } = await proveSchemas(tinyFormWith({ 'personas/ada.json': persona, ...more }));
  return faults.map(({ code, line, found }) => `${line} ${code}: ${found}`);
}

test('personas with allowed decisions can submit', async () => {
  const answers = { name: 'Ada Lovelace', born: '{year-18}-01-17', home: 'flat', floor: 90, grown: true };
  const others = { colors: ['red', 'blue'], nick: '', has_pets: 'Y', code_other: 'ABC' };
  const decided = { answers: { ...answers, ...others }, tabs: { words: 'own' }, counts: { more_pets: 3 } };
  expect(await foundFor(decided)).toEqual([]);
});

test('decisions about hidden questions have no effect', async () => {
  expect(await foundFor({ answers: { home: 'house', floor: 95 }, counts: { more_pets: 2 } })).toEqual([]);
  expect(await foundFor({ answers: { home: 'flat', floor: 95 } })).toEqual([
    '3 persona-stuck: Ada, who can no longer submit and is stuck at “Floor”',
  ]);
});

test.each<readonly [string, Decided, string]>([
  ['not an option', { answers: { home: 'castle' } }, '“Home” is “castle”'],
  ['not accepted', { answers: { floor: -1 } }, '“Floor” is -1'],
  ['of the wrong type', { answers: { floor: '3' } }, '“Floor” is “3”'],
  ['text for a checkbox', { answers: { grown: 'yes' } }, '“I am grown up” is “yes”'],
  [
    'an unknown option among others',
    { answers: { colors: ['red', 'loud'] } },
    '“Colours” is “Red” and “Colours” is “loud”',
  ],
  ['not a tab', { tabs: { words: 'others' } }, '“Your words” is “others”'],
])('a decision that is %s is reported with its line', async (_, decided, words) => {
  const [only = '', ...others] = await foundFor(decided);
  expect(only).toMatch(/^[5-9] persona: /);
  expect(only).toContain(`the decision that ${words}, which is no right answer`);
  expect(others).toEqual([]);
});

test('a new required question does not block personas', async () => {
  const more = {
    'pages/you.schema.json#/required/+9': 'motto',
    'pages/you.schema.json#/required/+10': 'born',
  };
  expect(await foundFor({ answers: { home: 'tower' } }, more)).toEqual([]);
});
