import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ConditionError } from '#form/conditions/compare-values.ts';
import type { Condition, Question } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { form, page, question, tabs } from './build-definition.ts';

const isYes: Condition = { valueKey: 'p', operator: 'equals', target: 'Y' };
const OPTIONS = {
  letters: [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ],
  years: { years: { count: 5, direction: 'past' as const } },
  numbers: [{ value: '1', label: 'One' }],
};

function schemaOf(...questions: readonly Question[]) {
  return toJsonSchema(form([page(questions)], { options: OPTIONS }));
}

/** If and then of an entry for a choice that is shown while p is a or b, and has this list while it is one of them. */
function whilePIs(answer: string, choice: object): readonly object[] {
  const isShown = { required: ['p'], properties: { p: { enum: ['a', 'b'] } } };
  const isAnswer = { required: ['p'], properties: { p: { const: answer } } };
  return [{ allOf: [isShown, isAnswer] }, { properties: { q: choice } }];
}

describe('the compiled schema', () => {
  it('says what always holds beside title and type', () => {
    expect(schemaOf(question('q', { required: true, constraints: { maxLength: 3 } }))).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: 'Toy form',
      type: 'object',
      properties: {
        q: {
          title: 'The q',
          type: 'string',
          maxLength: 3,
          errorMessage: { type: 'q: type', maxLength: 'q: maxLength' },
        },
      },
      required: ['q'],
      errorMessage: { required: { q: 'q: required' } },
    });
  });

  it('has one entry for each distinct condition', () => {
    const shown = { visibleWhen: isYes, required: true };
    const schema = schemaOf(
      question('p'),
      question('q', shown),
      question('r', shown),
      question('s', { requiredWhen: isYes }),
    );
    const required = { q: 'q: required', r: 'r: required', s: 's: required' };
    const condition = { required: ['p'], properties: { p: { const: 'Y' } } };
    const consequence = { required: ['q', 'r', 's'], errorMessage: { required } };
    expect(JSON.stringify(schema['allOf'])).toBe(
      `[{"if":${JSON.stringify(condition)},"then":${JSON.stringify(consequence)}}]`,
    );
  });

  it('keeps a keyword that is said twice', () => {
    const twice = question('q', {
      constraints: { format: 'email', pattern: 'org$' },
      rules: [{ schema: { pattern: '^a' }, message: 'Begins with a.' }],
    });
    expect(schemaOf(twice)).toMatchObject({
      properties: {
        q: {
          pattern: 'org$',
          format: 'email',
          allOf: [
            { errorMessage: { pattern: 'q: format' } },
            { pattern: '^a', errorMessage: { pattern: 'Begins with a.' } },
          ],
        },
      },
    });
  });

  it('says options of a list for its items, and years as four digits', () => {
    expect(
      schemaOf(question('q', { type: 'array', options: 'letters' }), question('y', { options: 'years' })),
    ).toMatchObject({
      properties: { q: { items: { type: 'string', enum: ['a', 'b'] } }, y: { pattern: '^\\d{4}$' } },
    });
  });

  it('says for each controlling answer the list it opens, and nothing while none is open', () => {
    const open: Condition = { valueKey: 'p', operator: 'in', target: ['a', 'b'] };
    const schema = schemaOf(
      question('p', { options: 'letters' }),
      question('q', {
        visibleWhen: open,
        dependsOn: { valueKey: 'p', lists: { a: 'letters', b: 'years' } },
      }),
    );
    const entries: unknown = schema['allOf'];
    expect(Array.isArray(entries) && entries.map((each: object) => Object.values(each))).toEqual([
      whilePIs('a', { enum: ['a', 'b'], errorMessage: { enum: 'q: enum' } }),
      whilePIs('b', { pattern: '^\\d{4}$', errorMessage: { pattern: 'q: enum' } }),
    ]);
    expect(schema['properties']).toMatchObject({ q: { errorMessage: { type: 'q: type' } } });
  });

  it('of one page tests answers and tabs of other pages without describing them', () => {
    const one = page([question('p')], { id: 'one', layout: [tabs('side', ['p'], [])] });
    const west: Condition = { valueKey: 'side', operator: 'equals', target: 'west' };
    const two = page([question('q', { required: true, visibleWhen: { all: [isYes, west] } })], { id: 'two' });
    const schema = toJsonSchema(form([one, two]), two);
    expect(schema['title']).toBe('two');
    expect(Object.keys(Object(schema['properties']))).toEqual(['q']);
    expect(schema['allOf']).toMatchObject([{ if: { allOf: [{ required: ['p'] }, { required: ['side'] }] } }]);
  });

  it('is a draft-07 schema without references, also for a strict validator', () => {
    const everything = schemaOf(
      question('p', { options: 'letters', companion: true }),
      question('d', { constraints: { format: 'date' } }),
      question('y', {
        options: 'years',
        visibleWhen: { valueKey: 'd', operator: 'lt', target: '2020-01-01' },
      }),
      question('l', {
        type: 'array',
        options: 'letters',
        visibleWhen: { valueKey: 'y', operator: 'gte', target: 2000 },
      }),
      question('n', {
        type: 'number',
        visibleWhen: { not: { valueKey: 'l', operator: 'in', target: ['a'] } },
      }),
      question('m', { required: true, visibleWhen: { valueKey: 'n', operator: 'lte', target: 5 } }),
    );
    const ajv = new Ajv({
      strictSchema: true,
      strictTypes: false,
      validateFormats: false,
      keywords: ['errorMessage'],
    });
    expect(ajv.validateSchema(everything)).toBe(true);
    expect(() => ajv.compile(everything)).not.toThrow();
    expect(JSON.stringify(everything)).not.toContain('$ref');
    expect(JSON.parse(JSON.stringify(everything))).toEqual(everything);
  });

  it('of a condition that nothing meets is never true', () => {
    const impossible: Condition = { valueKey: 'd', operator: 'lt', target: '0000-00-00' };
    const schema = schemaOf(
      question('d', { constraints: { format: 'date' } }),
      question('q', { required: true, visibleWhen: impossible }),
    );
    expect(schema['allOf']).toMatchObject([{ if: { required: ['d'], properties: { d: false } } }]);
  });
});

describe('compiling throws for a condition that cannot be evaluated', () => {
  const asked = [
    question('text'),
    question('letter', { options: 'letters', companion: true }),
    question('year', { options: 'years' }),
    question('date', { constraints: { format: 'date' } }),
    question('box', { type: 'boolean' }),
    question('count', { type: 'integer' }),
    question('list', { type: 'array' }),
  ];

  it.each<Condition>([
    { valueKey: 'nobody', operator: 'answered' },
    { valueKey: 'text_desc', operator: 'answered' },
    { valueKey: 'toString', operator: 'answered' },
    { valueKey: 'text', operator: 'lt', target: 5 },
    { valueKey: 'letter', operator: 'gt', target: 5 },
    { valueKey: 'box', operator: 'gt', target: 5 },
    { valueKey: 'list', operator: 'lte', target: 5 },
    { valueKey: 'count', operator: 'lt', target: '5' },
    { valueKey: 'count', operator: 'lt', target: '2020-01-01' },
    { valueKey: 'date', operator: 'gte', target: 2020 },
    { valueKey: 'year', operator: 'lt', target: -1 },
    { valueKey: 'year', operator: 'lt', target: '2020-01-01' },
    { valueKey: 'text', operator: 'lt' },
    { valueKey: 'text', operator: 'equals', target: 5 },
    { valueKey: 'text', operator: 'equals', target: '' },
    { valueKey: 'box', operator: 'equals', target: 'true' },
    { valueKey: 'count', operator: 'in', target: ['1'] },
    { valueKey: 'text', operator: 'in', target: 'a' },
    { not: { any: [{ all: [{ valueKey: 'nobody', operator: 'answered' }] }] } },
  ])('%j', (condition) => {
    expect(() => schemaOf(...asked, question('q', { required: true, visibleWhen: condition }))).toThrow(
      ConditionError,
    );
  });

  it('orders dependent options only when those of every list are numbers', () => {
    const late: Condition = { valueKey: 'ruled', operator: 'gt', target: 5 };
    const compile = (lists: Readonly<Record<string, string>>) =>
      schemaOf(
        ...asked,
        question('ruled', { dependsOn: { valueKey: 'letter', lists } }),
        question('q', { required: true, visibleWhen: late }),
      );
    expect(() => compile({ a: 'years', b: 'numbers' })).not.toThrow();
    expect(() => compile({ a: 'years', b: 'letters' })).toThrow(ConditionError);
  });

  it('but not for a stored label, which is text', () => {
    const named: Condition = { valueKey: 'letter_desc', operator: 'equals', target: 'A' };
    expect(() => schemaOf(...asked, question('q', { required: true, visibleWhen: named }))).not.toThrow();
  });
});
