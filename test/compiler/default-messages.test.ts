import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import type { AnswerValue, FormDefinition } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { compileTinyWith } from './tiny-form.ts';

/** Property → a valid answer, an invalid one, and the default message (docs/behavior.md 5.2). */
const CASES: Readonly<Record<string, readonly [object, AnswerValue, AnswerValue, string]>> = {
  required: [{}, 'x', '', 'Path is a required field'],
  shortest: [{ minLength: 3 }, 'abc', 'ab', 'Path must be at least 3 characters'],
  longest: [{ maxLength: 3 }, 'abc', 'abcd', 'Path must be at most 3 characters'],
  plain: [{}, 'x'.repeat(45), 'x'.repeat(46), 'Path must be at most 45 characters'],
  short: [{ minLength: 3, maxLength: 3 }, 'abc', 'ab', 'Path must be exactly 3 characters'],
  long: [{ minLength: 3, maxLength: 3 }, 'abc', 'abcd', 'Path must be exactly 3 characters'],
  email: [{ format: 'email' }, 'a@b.org', 'a@b', 'Path must be a valid email'],
  url: [{ format: 'uri' }, 'https://example.org/a?b=c#d', 'example.org', 'Path must be a valid URL'],
  uuid: [
    { format: 'uuid' },
    '0b21b6a4-36f4-4c33-9f0e-6a0a7d2b8c11',
    '0b21b6a436f44c339f0e6a0a7d2b8c11',
    'Path must be a valid UUID',
  ],
  least: [{ type: 'number', minimum: 2 }, 2, 1.9, 'Path must be greater than or equal to 2'],
  most: [{ type: 'number', maximum: 2 }, 2, 2.1, 'Path must be less than or equal to 2'],
  positive: [{ type: 'number', exclusiveMinimum: 0 }, 0.1, 0, 'Path must be a positive number'],
  above: [{ type: 'number', exclusiveMinimum: 2 }, 2.1, 2, 'Path must be greater than 2'],
  below: [{ type: 'number', exclusiveMaximum: 2 }, 1.9, 2, 'Path must be less than 2'],
  steps: [{ type: 'number', multipleOf: 0.05 }, 0.15, 0.12, 'Path must be a multiple of 0.05'],
  whole: [{ type: 'number', multipleOf: 1 }, 3, 3.5, 'Path must be an integer'],
  cents: [{ type: 'number', currency: 'USD' }, 1250.55, 1.005, 'Path must be an amount such as $1,250.50'],
  yen: [{ type: 'number', currency: 'JPY' }, 3, 3.5, 'Path must be an amount such as ¥1,300'],
  dollars: [
    { type: 'integer', currency: 'USD', minimum: 1000 },
    1000,
    999,
    'Path must be greater than or equal to $1,000',
  ],
  integer: [{ type: 'integer' }, 2, 2.5, 'Path must be an integer'],
  number: [{ type: 'number' }, 2, 'two', 'Path must be a number'],
  few: [
    { type: 'array', options: 'homes', minItems: 2 },
    ['flat', 'house'],
    ['flat'],
    'Path field must have at least 2 items',
  ],
  many: [
    { type: 'array', options: 'homes', maxItems: 1 },
    ['flat'],
    ['flat', 'house'],
    'Path field must have less than or equal to 1 items',
  ],
  alone: [
    { type: 'array', options: 'extras' },
    ['none'],
    ['dog', 'none'],
    'Path: Uncheck “None of these” or your other choices.',
  ],
  choice: [{ options: 'homes' }, 'flat', 'cave', 'Path must be one of the following values'],
};

const EXTRAS = {
  $schema: '../meta/options.meta.json',
  options: [
    { value: 'dog', label: 'Dog' },
    { value: 'cat', label: 'Cat' },
    { value: 'none', label: 'None of these', exclusive: true },
  ],
};

const PHONE = { 'ui:widget': 'phone' };

/** Further questions, as they are stated and placed. */
const OTHERS: Readonly<Record<string, readonly [stated: object, uiEntry: object]>> = {
  phone: [{}, PHONE],
  social_security: [{}, { 'ui:widget': 'socialSecurity' }],
  digits: [{}, { ...PHONE, 'ui:store': 'digits' }],
  pattern: [{ pattern: '^[0-9]{1,25}$' }, PHONE],
};

let form: FormDefinition | undefined;

/** The tiny form with all of these questions on its second page, each labeled "Path". */
function formWithAll(): FormDefinition {
  const all = Object.entries({ ...CASES, ...OTHERS });
  const keys = all.map(([key]) => key);
  const properties = Object.fromEntries(all.map(([key, [stated]]) => [key, { title: 'Path', ...stated }]));
  const placed = Object.fromEntries(Object.entries(OTHERS).map(([key, [, uiEntry]]) => [key, uiEntry]));
  return compileTinyWith({
    'pages/pets.schema.json#/properties': properties,
    'pages/pets.schema.json#/required': keys,
    'pages/pets.ui.json': { $schema: '../meta/ui.meta.json', 'ui:layout': keys, ...placed },
    'options/extras.json': EXTRAS,
  }).definition;
}

/** Evaluates answers on a page with this question only. */
async function pageWith(key: string) {
  const definition = (form ??= formWithAll());
  const pets = definition.pages.find(({ id }) => id === 'pets');
  const question = pets?.questions[key];
  if (!pets || !question) throw new Error(`The tiny form does not ask "${key}".`);
  const layout = pets.layout.filter((node) => node.kind === 'question' && node.key === key);
  const page = { ...pets, layout, questions: { [key]: question } };
  const validators = compileValidators({ ...definition, pages: [page] });
  const independent = new Validator({ ...toJsonSchema(definition, page) }, '7', false);
  return (answer: AnswerValue) => {
    const errors = validateAnswers({
      page,
      state: { answers: { [key]: answer }, tabs: {}, counts: {} },
      validators,
      now: new Date('2026-11-21T12:00:00Z'),
    });
    const facts = answer === '' ? {} : { [key]: answer };
    if (independent.validate(facts).valid !== (Object.keys(errors).length === 0))
      throw new Error('Validators disagree.');
    return errors[key] ?? [];
  };
}

describe('a question without messages of its own (docs/behavior.md 5.2)', () => {
  it.each(Object.entries(CASES))('%s', async (key, [, right, wrong, sentence]) => {
    const evaluate = await pageWith(key);
    expect(evaluate(right)).toEqual([]);
    expect(evaluate(wrong)).toEqual([sentence]);
  });
});

it('partner overrides of default messages are compiled into questions', () => {
  const texts = { 'question.required {path}': 'Please answer: {path}.' };
  const compiled = compileTinyWith({ 'partners/default.json#/texts': texts });
  const messages = compiled.definition.pages.flatMap((page) =>
    Object.values(page.questions).map(({ messages: { required } }) => required),
  );
  expect(messages).toContainEqual(expect.stringMatching(/^Please answer: \w/));
  expect(compiled.settings).toHaveProperty('texts', {});
});

describe('the format of an answer', () => {
  it.each([
    ['url', 'http://example.org', true],
    ['url', 'https://www.example.org:8080/a%20b/?q=a+b&c#top', true],
    ['url', 'ftp://example.org', false],
    ['url', 'javascript:alert(1)', false],
    ['url', 'https://example', false],
    ['url', 'https://example.org/a b', false],
    ['url', 'https://example.org/%zz', false],
    ['url', 'see https://example.org', false],
    ['uuid', '0B21B6A4-36F4-4C33-9F0E-6A0A7D2B8C11', true],
    ['uuid', '0b21b6a4-36f4-4c33-9f0e-6a0a7d2b8c1', false],
    ['uuid', '0b21b6a4-36f4-4c33-9f0e-6a0a7d2b8c1g', false],
    ['uuid', '{0b21b6a4-36f4-4c33-9f0e-6a0a7d2b8c11}', false],
  ])('%s accepts %s: %s', async (key, text, isRight) => {
    const evaluate = await pageWith(key);
    expect(evaluate(text)).toHaveLength(isRight ? 0 : 1);
  });
});

describe('the format of a masked answer (docs/behavior.md 5.5)', () => {
  it.each([
    ['phone', '(203) 555-0142', true],
    ['phone', '(999) 999-9999', true],
    ['phone', '(103) 555-0142', false],
    ['phone', '(003) 555-0142', false],
    ['phone', '(303) 555-014', false],
    ['phone', '(303) 555-01423', false],
    ['phone', '3035550142', false],
    ['phone', '303-555-0142', false],
    ['social_security', '123-45-6789', true],
    ['social_security', '123-45-678', false],
    ['social_security', '123456789', false],
  ])('%s accepts %s: %s', async (key, text, isRight) => {
    const evaluate = await pageWith(key);
    expect(evaluate(text)).toEqual(isRight ? [] : ['Path is not in the expected format']);
  });

  it.each([
    ['only digits are stored', 'digits'],
    ['the question has a pattern of its own', 'pattern'],
  ])('is not checked if %s', async (_case, key) => {
    const evaluate = await pageWith(key);
    expect(evaluate('442079460000')).toEqual([]);
  });
});
