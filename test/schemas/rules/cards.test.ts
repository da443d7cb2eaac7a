import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import { readCard } from '#test/support/compiled-form.ts';
import { NOW } from './application.ts';

const EMAIL = 'Your email address must be valid.';
const PASSWORD = 'Violet-Tiger-42';
const CARDS = ['signup', 'confirm', 'forgot', 'reset', 'login'];

const COMPLETE: Answers = {
  username: 'ada@example.org',
  password: PASSWORD,
  confirm_password: PASSWORD,
  code: '012345',
  id: 'r1',
};

async function validatorOf(card: string): Promise<StandaloneValidator> {
  const file = new URL(`../../../src/generated/partners/default/validators/card-${card}.js`, import.meta.url);
  const module: { readonly validate: StandaloneValidator } = await import(file.href);
  return module.validate;
}

const validators = Object.fromEntries(
  await Promise.all(CARDS.map(async (card) => [card, await validatorOf(card)] as const)),
);

/** All that is wrong on a filled card after some answers were changed. */
function errorsOn(card: string, changes: Answers) {
  const page = readCard(card);
  const asked = Object.entries({ ...COMPLETE, ...changes }).filter(([key]) => key in page.questions);
  const state = { answers: Object.fromEntries(asked), tabs: {}, counts: {} };
  return validateAnswers({ page, state, validators: { [page.id]: validators[card] ?? fails }, now: NOW });
}

function fails(): boolean {
  throw new Error('This card has no validator.');
}

describe('the questions of the cards (specification 3, "Forms")', () => {
  it.each([
    ['login', ['username', 'password']],
    ['signup', ['username', 'password']],
    ['confirm', ['username', 'code']],
    ['forgot', ['username']],
    ['reset', ['username', 'password', 'confirm_password', 'id']],
  ])('%s', (card, keys) => {
    expect(Object.keys(readCard(card).questions).toSorted()).toEqual(keys.toSorted());
    expect(errorsOn(card, {})).toEqual({});
  });
});

describe('the e-mail of a card (specification 5, "Auth")', () => {
  const cases = CARDS.flatMap((card) =>
    ['', 'ada', 'ada@example', 'ada@@example.org', 'ada @example.org', '@example.org'].map(
      (username) => [card, username] as const,
    ),
  );

  it.each(cases)('%s refuses %j', (card, username) => {
    const sentence = card === 'login' ? 'Please provide a valid email address.' : EMAIL;
    expect(errorsOn(card, { username })).toEqual({ username: [sentence] });
  });

  it.each(CARDS.flatMap((card) => ['ada@example.org', 'A.b+c@mail.example.co'].map((mail) => [card, mail])))(
    '%s takes %s',
    (card, username) => {
      expect(errorsOn(card ?? '', { username: username ?? '' })).toEqual({});
    },
  );
});

describe('the password of the log-in card', () => {
  it('is required and nothing more', () => {
    expect(errorsOn('login', { password: '' })).toEqual({ password: ['Password is required.'] });
    expect(errorsOn('login', { password: ' x' })).toEqual({});
  });
});

const LENGTH = 'is at least 12 characters';
const UPPER = 'contains at least one uppercase letter';
const LOWER = 'contains at least one lowercase letter';
const NUMBER = 'contains at least one number';
const SPECIAL = 'contains at least one special character';
const SPACE = 'contains no leading or trailing whitespace';

describe.each(['signup', 'reset'])('a new password on the card %s', (card) => {
  it('has these rules in this order', () => {
    const { rules } = readCard(card).questions['password'] ?? { rules: [] };
    expect(rules.map(({ message }) => message)).toEqual([LENGTH, UPPER, LOWER, NUMBER, SPECIAL, SPACE]);
  });

  it.each<readonly [string, readonly string[]]>([
    ['Abcdefgh-123', []],
    ['Abcdefg-123', [LENGTH]],
    ['abcdefgh-123', [UPPER]],
    ['ABCDEFGH-123', [LOWER]],
    ['Abcdefgh-xyz', [NUMBER]],
    ['Abcdefgh0123', [SPECIAL]],
    ['Abcdefgh 123', [SPECIAL]],
    [' Abcdefgh-123', [SPACE]],
    ['Abcdefgh-123 ', [SPACE]],
    ['Abcdefgh-123\n', [SPACE]],
    ['\tAbcdefgh-123', [SPACE]],
    ['Abc def gh-123', []],
    ['abc', [LENGTH, UPPER, NUMBER, SPECIAL]],
    [' Abc', [LENGTH, NUMBER, SPECIAL, SPACE]],
  ])('%j', (password, sentences) => {
    const errors = errorsOn(card, { password, confirm_password: password });
    expect(errors['password'] ?? []).toEqual(sentences);
  });

  it('of blanks alone is none', () => {
    const { password } = errorsOn(card, { password: ' '.repeat(12), confirm_password: ' '.repeat(12) });
    expect(password).toEqual([expect.stringMatching(/ is a required field$/)]);
  });

  it.each('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.split(''))('takes %s as a special character', (mark) => {
    expect(errorsOn(card, { password: `Abcdefgh0123${mark}` })).toEqual({});
  });

  it('is required', () => {
    expect(Object.keys(errorsOn(card, { password: '' }))).toEqual(['password']);
  });
});

describe('the confirmation code', () => {
  it.each([
    '000000',
    '123456',
    ' 123456\n',
    '123 456',
    '123\u00a0456',
    '123-456',
    '12–34–56',
    '1 2 3 - 4 5 6',
  ])('%j passes', (code) => {
    expect(errorsOn('confirm', { code })).toEqual({});
  });

  it.each(['', '12345', '1234567', '12345a', ' 12345', '123 45', '123.456', '123 456 7', '١٢٣٤٥٦'])(
    '%j fails',
    (code) => {
      expect(errorsOn('confirm', { code })).toEqual({
        code: ['The confirmation code must be exactly 6 numbers.'],
      });
    },
  );
});
