import { expect, test } from 'vitest';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { addAnother, form, page, question, tabs } from '#test/form/build-definition.ts';
import { type Decisions, completeApplication } from '#compiler/prove/applicants/complete-application.ts';

const now = new Date('2026-11-21T12:00:00Z');
const options = {
  letters: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
  numbers: ['1', '2'].map((value) => ({ value, label: value })),
  helpers: ['none', 'aunt'].map((value) => ({
    value,
    label: value,
    ...(value === 'none' && ({ exclusive: true } as const)),
  })),
};

function asking(...questions: readonly Question[]): FormDefinition {
  return form([page(questions)], { options });
}

function answersTo(definition: FormDefinition, answers: Decisions['answers'] = {}, seed = 'ada') {
  return completeApplication(definition, { answers }, { seed, now }).answers;
}

function yearsFromNow(years: number): NonNullable<Question['earliest']> {
  return { years, unit: 'year', message: 'Another year, please.' };
}

const letter = question('letter', { options: 'letters' });
const reason = question('reason', {
  required: true,
  visibleWhen: { valueKey: 'letter', operator: 'equals', target: 'b' },
});

test('what is decided is answered so, and what it brings up is answered too', () => {
  expect(answersTo(asking(reason, letter), { letter: 'b' })).toEqual({
    letter: 'b',
    reason: expect.stringMatching(/\S/),
  });
  expect(Object.keys(answersTo(asking(reason, letter), { letter: 'a' }))).toEqual(['letter']);
});

test('what the form does not ask is no answer, and a decision that it does not allow gives way', () => {
  expect(answersTo(asking(letter), { gone: 'x', letter: 'z' })).toEqual({
    letter: expect.stringMatching(/^[abc]$/),
  });
});

test('a question is left empty as decided, unless it must be answered', () => {
  expect(answersTo(asking(letter), { letter: '' })).toEqual({});
  expect(answersTo(asking({ ...letter, required: true }), { letter: '' })).toHaveProperty('letter');
});

test('the same seed answers alike, whatever else is asked; another one answers otherwise', () => {
  const questions = Array.from({ length: 9 }, (_, index) => ({ ...letter, key: `letter_${index}` }));
  const first = answersTo(asking(...questions));
  expect(answersTo(asking(reason, letter, ...questions))).toMatchObject(first);
  expect(answersTo(asking(...questions), {}, 'bob')).not.toEqual(first);
});

test('a list follows the answer that opens it', () => {
  const lists = { a: 'letters', b: 'numbers' };
  const listed = question('listed', { required: true, dependsOn: { valueKey: 'letter', lists } });
  expect(answersTo(asking(listed, letter), { letter: 'b' })['listed']).toMatch(/^[12]$/);
});

test.each<readonly [string, Partial<Question>, unknown]>([
  ['a pattern', { constraints: { pattern: '^[A-Z]{2}-[0-9]{4}$' } }, /^[A-Z]{2}-\d{4}$/],
  ['a least length', { constraints: { minLength: 60, maxLength: 60 } }, /^.{60}$/],
  ['an email address', { constraints: { format: 'email' } }, /@/],
  ['a rule', { rules: [{ schema: { pattern: '^[0-9]+x$' }, message: 'x' }] }, /^\d+x$/],
])('a text keeps to %s', (_, part, expected) => {
  const { code } = answersTo(asking(question('code', { required: true, ...part })));
  expect(code).toMatch(expected instanceof RegExp ? expected : /$^/);
});

test('answers keep to bounds, steps and exclusive options, and a box that must be checked is', () => {
  const constraints = { format: 'date' } as const;
  const definition = asking(
    question('day', { constraints, earliest: yearsFromNow(-2), latest: yearsFromNow(-1) }),
    question('count', { type: 'integer', constraints: { minimum: 3 } }),
    question('cost', {
      type: 'number',
      constraints: { exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 },
    }),
    question('helpers', { type: 'array', options: 'helpers' }),
    question('agrees', { type: 'boolean', constraints: { const: true }, required: true }),
    question('letters', { type: 'array', options: 'letters', constraints: { minItems: 2 } }),
  );
  expect(answersTo(definition)).toEqual({
    day: expect.stringMatching(/^202[45]-/),
    count: expect.toSatisfy((count) => Number.isInteger(count) && count >= 3),
    cost: expect.toSatisfy((cost) => cost > 0 && cost < 1 && cost % 0.25 === 0),
    helpers: expect.toSatisfy((chosen) => chosen.length === 1 || !chosen.includes('none')),
    agrees: true,
    letters: [expect.any(String), expect.any(String)],
  });
});

test('an answer that is compared with another fits it', () => {
  const bounds = { earliest: yearsFromNow(-1), latest: yearsFromNow(0) };
  const day = (key: string) => question(key, { required: true, constraints: { format: 'date' }, ...bounds });
  const [operator, message] = ['gt', 'Later, please.'] as const;
  const relation = { operator, message, keys: ['until'], targetKey: 'from', targetKeys: ['from'] };
  for (const seed of ['ada', 'bob', 'eve', 'kim', 'lee', 'may', 'pat', 'ray']) {
    const made = answersTo(asking(day('from'), { ...day('until'), relations: [relation] }), {}, seed);
    expect(String(made['until']) > String(made['from'])).toBe(true);
  }
});

test('tabs and instances are those that were decided, and the counts those that are needed', () => {
  const definition = form([
    page(
      ['inland', 'sea', 'boat', 'boat_2', 'boat_3'].map((key) =>
        question(key, {
          ...(key === 'inland' && { visibleWhen: { valueKey: 'coast', operator: 'equals', target: 'east' } }),
          ...(key === 'sea' && { visibleWhen: { valueKey: 'coast', operator: 'equals', target: 'west' } }),
        }),
      ),
      { layout: [tabs('coast', ['inland'], ['sea']), addAnother('boats', ['boat'], ['boat_2'], ['boat_3'])] },
    ),
  ]);
  const decisions = { answers: {}, tabs: { coast: 'west', gone: 'x' }, counts: { boats: 2, gone: 9 } };
  const made = completeApplication(definition, decisions, { seed: 'ada', now });
  expect(Object.keys(made.answers).toSorted()).toEqual(['boat', 'boat_2', 'sea']);
  expect(made).toMatchObject({ tabs: { coast: 'west' }, counts: { boats: 2 } });
  expect([Object.keys(made.tabs), Object.keys(made.counts)]).toEqual([['coast'], ['boats']]);
});

test('what nobody can answer is said', () => {
  const never = question('never', { required: true, constraints: { minLength: 5, maxLength: 4 } });
  expect(() => answersTo(asking(never))).toThrow(
    'The application of "ada" stays wrong: {"never":["never: required"',
  );
});
