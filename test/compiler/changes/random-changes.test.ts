import * as fc from '#test/support/random.ts';
import { expect, test } from 'vitest';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { type ComparedForm, comparedOf } from '#compiler/changes/compared-form.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isRequired, isShown } from '#form/answers/visible-questions.ts';
import type { Answers, Condition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { type SmallForm, smallFormPair, smallRandomForm } from '../prove/small-random-form.ts';
import { rounds } from '#test/support/volume.ts';

const NOW = new Date('2026-11-21T01:00:00Z');
const RUNS = rounds(15, 50);

function comparedForm({ partner }: SmallForm): ComparedForm {
  return { ...comparedOf(partner, 'default'), cards: {} };
}

/** Returns what a form shows, requires and rejects in each of its states. */
function behaviorOf({ partner: { definition }, values }: SmallForm): readonly string[] {
  const validators = compileValidators(definition);
  const rules = (key: string) =>
    questionsOf(definition)
      .get(key)
      ?.rules.filter(({ when }) => !when) ?? [];
  const isRight = (key: string, value: unknown): boolean =>
    rules(key).every(
      ({ schema: { minimum = 0, maximum = 9 } }) => Number(value) >= minimum && Number(value) <= maximum,
    );
  const all = [...values].reduce<readonly Answers[]>(
    (states, [key, own]) =>
      states.flatMap((answers) => [
        answers,
        ...own.filter((value) => isRight(key, value)).map((value) => ({ ...answers, [key]: value })),
      ]),
    [{}],
  );
  return all.flatMap((answers) => {
    const state = { answers, tabs: {}, counts: {} };
    // Hidden questions are unanswered in every reachable state.
    if (clearHidden(definition, state).cleared.length > 0) return [];
    const facts = toFacts(definition, state);
    const questions = [...questionsOf(definition).values()];
    return JSON.stringify([
      answers,
      questions.map((question) => [isShown(question, facts), isRequired(question, facts)]),
      Object.entries(validateAnswers({ definition, state, validators, now: NOW })),
    ]);
  });
}

test('every difference for students is reported, and no equivalent condition', () => {
  const isReported = fc.property(smallFormPair, ({ before, after, differsIn }) => {
    const found = changesBetween(comparedForm(before), comparedForm(after), NOW);
    const isOther = behaviorOf(before).join() !== behaviorOf(after).join();
    return isOther || differsIn === 'conditions' ? found.length > 0 === isOther : true;
  });
  expect(fc.assert(isReported, { numRuns: RUNS })).toBeUndefined();
});

/** Which rewriting to apply at each step of a walk through a condition. */
type RewritingChoices = { readonly next: () => number };

/** Rewrites a condition equivalently: nested, reordered, doubly negated. */
function rewritten(condition: Condition, ways: RewritingChoices): Condition {
  if ('not' in condition) return { not: rewritten(condition.not, ways) };
  if ('all' in condition || 'any' in condition) {
    const of = ('all' in condition ? condition.all : condition.any).map((each) => rewritten(each, ways));
    const turned = ways.next() % 2 === 0 ? of.toReversed() : of;
    const isAll = 'all' in condition;
    // De Morgan's laws.
    if (ways.next() % 3 === 0) {
      const negated = turned.map((not) => ({ not }));
      return { not: isAll ? { any: negated } : { all: negated } };
    }
    return isAll ? { all: turned } : { any: turned };
  }
  const same = [
    condition,
    { not: { not: condition } },
    { all: [condition] },
    { any: [condition, condition] },
  ];
  return same[ways.next() % same.length] ?? condition;
}

/** Rewrites a form's conditions equivalently and reorders its members. */
function rewrittenForm(value: unknown, ways: RewritingChoices): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => rewrittenForm(item, ways));
  if (!isRecord(value)) return value;
  if (isCondition(value)) return rewritten(value, ways);
  const members = Object.entries(value).map(([name, member]) => [name, rewrittenForm(member, ways)] as const);
  return Object.fromEntries(ways.next() % 2 === 0 ? members.toReversed() : members);
}

function isCondition(value: object): value is Condition {
  const isComparison = 'valueKey' in value && 'operator' in value;
  return isComparison || 'all' in value || 'any' in value || 'not' in value;
}

function isCompared(value: unknown): value is ComparedForm {
  return isRecord(value) && 'definition' in value;
}

function changesOfRewriting(before: ComparedForm, numbers: readonly number[]): readonly unknown[] {
  let index = 0;
  const ways = { next: () => numbers[(index += 1) % numbers.length] ?? 0 };
  const after = rewrittenForm(before, ways);
  if (!isCompared(after)) throw new Error('What is written otherwise is a form.');
  return changesBetween(before, after, NOW);
}

const numbers = fc.array(fc.nat(11), { minLength: 5, maxLength: 29 });

test('equivalent forms have no changes', () => {
  fc.assert(
    fc.property(smallRandomForm, numbers, (form, all) => {
      expect(changesOfRewriting(comparedForm(form), all)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
