import { describe, expect, test } from 'vitest';
import { createFindWeakness } from '#form/passwords/guessable-password.ts';

const COMMON = 'uses common words or patterns';
const ADDRESS = 'contains part of your email address';
const NAME = 'contains our name';

/** Valid but easily guessed passwords → reason. */
const GUESSABLE: readonly (readonly [password: string, why: string])[] = [
  ['Password2026!', COMMON],
  ['P@ssw0rd1234', COMMON],
  ['Pa$$w0rd!!!!', COMMON],
  ['Passw0rdPassw0rd1!', COMMON],
  ['Welcome-2026', COMMON],
  ['!!Summer2026!!', COMMON],
  ['LetMeIn12345!', COMMON],
  ['Ilov3you1234!', COMMON],
  ['Qwertyuiop1!', COMMON],
  ['1qaz2wsx3edC!', COMMON],
  ['Abcdefghij1!', COMMON],
  ['Abcd-9876-aB1', COMMON],
  ['Aa1!Aa1!Aa1!', COMMON],
  ['aaaaaaaaaaA1!', COMMON],
  ['Admission-2026', COMMON],
  ['Dragon-Monkey-1', COMMON],
  ['Lovelace-lives-5', ADDRESS],
  ['x-LOVE-lace-x-5', ADDRESS],
  ['L0ve1ace-lives-5', ADDRESS],
  ['Analytical-Engine-1', ADDRESS],
  ['Front-Range-Fan-7', NAME],
  ['Fr0ntRange2026!', NAME],
  ['Fru-Fru-Fru-1!', COMMON],
  ['Elizabeth_1999!', COMMON],
  ['Q1w2e3r4t5y6!', COMMON],
  ['Christopher.2007', COMMON],
  ['Harry-Potter-7!', COMMON],
  ['Superman-12345', COMMON],
  ['P@55w0rd!P@55w0rd', COMMON],
  ['!QAZ2wsx#EDC4', COMMON],
];

const FINE: readonly string[] = [
  'Correct-Horse-7',
  'Brand-New-Word-3',
  'Zx-8392057146!',
  'My dog eats 7 shoes!',
  'Fruit-Salad-77',
  'University of hard knocks 1',
  'Tr0ub4dor&3xyz',
  'Ünïcödé-Wörter-1',
  '3kW!p0-zzQ9-f',
  '7#%&*()_+=-{}[]:;<>Qz',
  '(((9)))__[[]]||aQ',
  'Wombat-Gravel-31',
  'Rain-on-Tin-Roof-3',
];

describe('a new password', () => {
  const findWeakness = createFindWeakness({ name: 'Front Range University', short_name: 'fru' });
  const reasonOf = (password: string, username = 'ada.lovelace@analytical.example.org') =>
    findWeakness(password, username);

  test.each(GUESSABLE)('%s is rejected because it %s', (password, why) => {
    expect(reasonOf(password)).toBe(`This password is easy to guess because it ${why}.`);
  });

  test.each(FINE)('%s is accepted', (password) => {
    expect(reasonOf(password)).toBeUndefined();
  });

  test('is not compared with address parts that occur in many words', () => {
    expect(reasonOf('Cadaver-and-Anvil-7', 'ada.an@ed.example')).toBeUndefined();
  });

  test('is not compared with a missing partner name', () => {
    expect(createFindWeakness({})('Correct-Horse-7', 'ada@example.org')).toBeUndefined();
  });

  test('of maximum length is checked quickly', () => {
    expect(reasonOf('aA1!'.repeat(64))).toBeDefined();
    expect(reasonOf('P@$$w0rd-Dr4g0n_M0nk3y!L3tM31n$'.repeat(8))).toBeUndefined();
  });

  test('gives the same result for every Unicode normalization', () => {
    const accented = 'Élisabeth_1999!';
    expect(reasonOf(accented.normalize('NFD'))).toBe(reasonOf(accented.normalize('NFC')));
  });
});
