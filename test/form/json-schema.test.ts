import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ConditionError } from '#form/conditions/compare-values.ts';
import type { Condition, Question } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { form, page, question } from './build-definition.ts';

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

describe('the compiled schema', () => {
  it('is a draft-07 schema without references, also in strict mode', () => {
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

  it('of an unsatisfiable condition is never valid', () => {
    const impossible: Condition = { valueKey: 'd', operator: 'lt', target: '0000-00-00' };
    const schema = schemaOf(
      question('d', { constraints: { format: 'date' } }),
      question('q', { required: true, visibleWhen: impossible }),
    );
    expect(schema['allOf']).toMatchObject([{ if: { required: ['d'], properties: { d: false } } }]);
  });
});

describe('compiling an invalid condition throws', () => {
  const questions = [
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
    expect(() => schemaOf(...questions, question('q', { required: true, visibleWhen: condition }))).toThrow(
      ConditionError,
    );
  });

  it('orders dependent options only if those of every list are numbers', () => {
    const late: Condition = { valueKey: 'ruled', operator: 'gt', target: 5 };
    const compile = (lists: Readonly<Record<string, string>>) =>
      schemaOf(
        ...questions,
        question('ruled', { dependsOn: { valueKey: 'letter', lists } }),
        question('q', { required: true, visibleWhen: late }),
      );
    expect(() => compile({ a: 'years', b: 'numbers' })).not.toThrow();
    expect(() => compile({ a: 'years', b: 'letters' })).toThrow(ConditionError);
  });

  it('but not a stored label, which is text', () => {
    const named: Condition = { valueKey: 'letter_desc', operator: 'equals', target: 'A' };
    expect(() => schemaOf(...questions, question('q', { required: true, visibleWhen: named }))).not.toThrow();
  });
});
