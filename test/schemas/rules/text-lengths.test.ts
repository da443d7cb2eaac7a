import { describe, expect, it } from 'vitest';
import { questionsOf } from '#form/definition/form-part.ts';
import type { Question } from '#form/definition/definition.ts';
import { definition, judged } from './application.ts';

/** Texts of one line whose limit the form states itself; all others have 45 (specification 9). */
const OWN_LIMITS = /(^|_)(zip|signature)$|^hs_(\d_)?(name|address_line_1)$|email_address$/;

const typed = [...questionsOf(definition).values()].filter(
  ({ type, options, dependsOn, constraints }) =>
    type === 'string' &&
    options === undefined &&
    dependsOn === undefined &&
    constraints.const === undefined &&
    constraints.format !== 'date',
);

/** The most characters that constraints allow: stated, or in the pattern as {1,25}. */
function mostCharacters({ constraints, rules }: Question): number {
  const all = [constraints, ...rules.filter(({ when }) => when === undefined).map(({ schema }) => schema)];
  const limits = all.flatMap(({ maxLength, pattern }) => [
    maxLength ?? Number.POSITIVE_INFINITY,
    Number(/\{\d+,(\d+)\}\$$/.exec(pattern ?? '')?.[1] ?? Number.POSITIVE_INFINITY),
  ]);
  return Math.min(...limits);
}

describe('what a student types', () => {
  it.each(typed.map((question) => [question.key, question] as const))(
    'has a longest length in %s',
    (_, question) => {
      expect(mostCharacters(question)).toBeLessThan(Number.POSITIVE_INFINITY);
    },
  );

  const lines = typed.filter(
    ({ key, widget }) => ['text', 'addressLookup'].includes(widget) && !OWN_LIMITS.test(key),
  );

  it.each(lines.map((question) => [question.key, question] as const))(
    'has at most 45 characters in %s',
    (_, question) => {
      expect(mostCharacters(question)).toBeLessThanOrEqual(45);
    },
  );

  it.each(['first_name', 'last_name', 'address_line_1', 'city'])(
    'may have 45 characters in %s, not 46',
    (key) => {
      const label = typed.find((question) => question.key === key)?.fullLabel ?? '';
      expect(judged({ [key]: 'x'.repeat(45) })).toEqual({});
      expect(judged({ [key]: '😀'.repeat(45) })).toEqual({});
      expect(judged({ [key]: 'x'.repeat(46) })).toEqual({
        [key]: `${label} must be at most 45 characters`,
      });
    },
  );

  it('has 1500 characters in a textarea, or what the partner says', () => {
    const areas = typed.filter(({ widget }) => widget === 'textarea');
    const lengths = Object.fromEntries(areas.map(({ key, constraints }) => [key, constraints.maxLength]));
    expect(lengths).toMatchObject({
      accommodations: 1500,
      conviction_comment: 1500,
      suspended_comment: 1500,
      additional_info_essay: 7000,
    });
  });
});
