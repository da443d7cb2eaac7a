import { describe, expect, it } from 'vitest';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import {
  omitOwnLabel,
  nextWrong,
  runningText,
  wrongQuestions,
  wrongReasons,
} from '#form/validation/wrong-questions.ts';
import { form, page, question } from './build-definition.ts';

const definition = form([
  page(
    [
      question('given', {
        fullLabel: 'Given Name',
        required: true,
        messages: { required: 'Given Name is a required field', maxLength: 'Given Name must be shorter' },
      }),
      question('email', {
        fullLabel: 'Parent Email',
        messages: {
          required: 'Parent Email is a required field',
          format: 'Parent Email: not a valid address.',
        },
      }),
      question('phone', {
        fullLabel: 'Phone',
        messages: { required: 'A phone is needed for text messages.' },
      }),
      question('month', { fullLabel: 'Since', parts: ['year'] }),
      question('year', { fullLabel: 'Since', partOf: 'month' }),
    ],
    { id: 'one' },
  ),
  page([question('motto')], { id: 'two' }),
]);
const wrongOf = (errors: ValidationErrors) => wrongQuestions(definition, errors);

describe('the reasons of an invalid question', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['empty if only unanswered', 'given', 'Given Name is a required field', []],
    ['empty if only conditionally required', 'email', 'Parent Email is a required field', []],
    [
      'the message about when it is needed',
      'phone',
      'A phone is needed for text messages.',
      ['A phone is needed for text messages.'],
    ],
    ['the message without the label', 'given', 'Given Name must be shorter', ['must be shorter']],
    [
      'the message without label and colon',
      'email',
      'Parent Email: not a valid address.',
      ['not a valid address.'],
    ],
    ['the whole message if it has no label', 'given', 'Please look again.', ['Please look again.']],
  ])('are %s', (_, key, message, reasons) => {
    const [wrong] = wrongOf({ [key]: [message] });
    expect(wrong && wrongReasons(definition, wrong)).toEqual(reasons);
  });
});

describe('at its question, below the label,', () => {
  const city = question('city', {
    fullLabel: 'Mailing City',
    messages: { required: 'Mailing City: Enter the city.', pattern: 'Mailing City: not a city.' },
  });

  it.each([
    ['a missing answer has a message without the label', 'Mailing City: Enter the city.', 'Enter the city.'],
    ['so has a missing part', 'Mailing City: Enter the rest.', 'Enter the rest.'],
    ['an invalid answer keeps its whole message', 'Mailing City: not a city.', 'Mailing City: not a city.'],
    ['so does a message about another question', 'City: Enter the city.', 'City: Enter the city.'],
  ])('%s', (_, message, expected) => {
    expect(omitOwnLabel(city, message)).toBe(expected);
  });
});

describe('the next invalid question', () => {
  const wrong = wrongOf({ given: ['.'], month: ['.'], year: ['.'], motto: ['.'] });

  it.each<[string, string | undefined, string]>([
    ['is the first without a current one', undefined, 'given'],
    ['is the next after an invalid one', 'given', 'month'],
    ['is the next after a valid one', 'email', 'month'],
    ['is the next after a part', 'year', 'motto'],
    ['wraps around after the last', 'motto', 'given'],
  ])('%s', (_, from, key) => {
    expect(nextWrong(definition, wrong, from)?.key).toBe(key);
  });

  it('can be the same one, if there is no other', () => {
    expect(nextWrong(definition, wrongOf({ email: ['.'] }), 'email')?.key).toBe('email');
  });

  it('is undefined if none is invalid', () => {
    expect(nextWrong(definition, [], 'email')).toBeUndefined();
  });
});

it.each<[readonly string[], string]>([
  [['At most 45 characters'], 'At most 45 characters'],
  [['At most 45 characters', 'Enter an email address.'], 'At most 45 characters. Enter an email address.'],
  [['Is it yours?', 'Enter it again.'], 'Is it yours? Enter it again.'],
])('the messages %j are %j as running text', (messages, text) => {
  expect(runningText(messages)).toBe(text);
});
