import { negateCondition } from '#compiler/compile/negate.ts';
import { conjunctsOf } from '#compiler/prove/formulas/form-conditions.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import { inPlainWords } from './sentence-words.ts';
import type { Comparison, Condition, FormDefinition } from '#form/definition/definition.ts';
import { isDeepStrictEqual } from 'node:util';
import { isYearList } from '#form/answers/option-lists.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { BothForms, Difference } from './both-forms.ts';

/** Two conditions of the same thing, and the forms whose words they are said in. */
export type TwoConditions = {
  readonly before: Condition | undefined;
  readonly after: Condition | undefined;
  /** What else holds, where the condition counts at all. */
  readonly around?: Condition | undefined;
};

export type TwoForms = {
  readonly before: FormDefinition;
  readonly after: FormDefinition;
  readonly both: BothForms;
};

/** How a condition is spoken of: `asked`, and of whom where it is always so. */
export type Voice = { readonly verb: string; readonly always: string; readonly never: string };

/** Beyond this many cases a condition is said as it is written. */
const MOST_CASES = 12;

/**
 * What a new condition means, as the end of a sentence, and for whom; nothing where it means the same as the one before it,
 * however it is written.
 */
export function conditionChange(
  conditions: TwoConditions,
  forms: TwoForms,
  voice: Voice,
): { readonly happened: string; readonly difference: Difference } | undefined {
  const { before, after, around } = conditions;
  const difference = forms.both.differenceOf(before, after, around);
  if (!difference) return undefined;
  return { difference, happened: inWords(conditions, difference, { forms, voice }) };
}

type Speaking = { readonly forms: TwoForms; readonly voice: Voice };

function inWords(
  { before, after, around }: TwoConditions,
  { more, less }: Difference,
  { forms, voice }: Speaking,
): string {
  const { both } = forms;
  const own = withoutShared(before, after);
  const said = {
    before: own.before && inPlainWords(own.before, forms.before),
    after: own.after && inPlainWords(own.after, forms.after),
  };
  if (after === undefined || both.isAlways(after, 'after'))
    return `{is} now ${voice.verb} ${voice.always}.${said.before === undefined ? '' : ` Before, only when ${said.before}.`}`;
  if (!both.isPossible([withAll(after, around), 'after']))
    return `{is} no longer ${voice.verb} ${voice.never}.`;
  if (before === undefined || both.isAlways(before, 'before'))
    return `{is} now ${voice.verb} only when ${said.after}.`;
  if (!both.isPossible([before, 'before'])) return `{is} now ${voice.verb} when ${said.after}.`;
  const cases = casesOf(before, after, forms);
  const [news, gone] = [inCases(cases.news, own, forms.after), inCases(cases.gone, own, forms.before)];
  if (more && !less && news !== undefined) return `{is} now also ${voice.verb} when ${news}.`;
  if (less && !more && gone !== undefined) return `{is} no longer ${voice.verb} when ${gone}.`;
  if (more && less && news !== undefined && gone !== undefined)
    return `{is} now also ${voice.verb} when ${news}, and no longer when ${gone}.`;
  if (said.after === undefined)
    return `{is} now ${voice.verb} even when ${inPlainWords({ not: own.before ?? before }, forms.before)}.`;
  if (said.before === undefined) return `{is} now ${voice.verb} only when ${said.after}.`;
  return `{is} now ${voice.verb} when ${said.after}. Before, when ${said.before}.`;
}

function withAll(...conditions: readonly (Condition | undefined)[]): Condition {
  return { all: conditions.filter((each) => each !== undefined) };
}

type Two = { readonly before: Condition | undefined; readonly after: Condition | undefined };

/** Two conditions without what both demand: what is around a question is said of its surroundings. */
function withoutShared(before: Condition | undefined, after: Condition | undefined): Two {
  const [old, current] = [partsOf(before), partsOf(after)];
  return { before: joined(without(old, current)), after: joined(without(current, old)) };
}

function partsOf(condition: Condition | undefined): readonly Condition[] {
  return condition ? conjunctsOf(condition) : [];
}

function without(some: readonly Condition[], others: readonly Condition[]): readonly Condition[] {
  return some.filter((each) => !others.some((other) => isDeepStrictEqual(each, other)));
}

function joined(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 1 ? { all: conditions } : conditions[0];
}

type Case = readonly Condition[];

/** The cases of which a condition is true, and the one before it was not, and the other way round; none where they overlap. */
function casesOf(
  before: Condition,
  after: Condition,
  forms: TwoForms,
): { readonly news: readonly Case[]; readonly gone: readonly Case[] } {
  const { both } = forms;
  const [old, current] = [possible(before, 'before', forms), possible(after, 'after', forms)];
  const news: Case[] = [];
  for (const each of current)
    if (both.isPossible([{ all: each }, 'after'], [before, 'before'])) news.push(each);
  const gone: Case[] = [];
  for (const each of old) {
    if (!both.isPossible([{ all: each }, 'before'], [after, 'after'])) continue;
    // A case that is only narrower is not gone.
    if (both.isPossible([{ all: [{ all: each }, after] }, 'after'])) return { news: [], gone: [] };
    gone.push(each);
  }
  return news.length === current.length || gone.length === old.length
    ? { news: news.length === current.length ? [] : news, gone: gone.length === old.length ? [] : gone }
    : { news, gone };
}

function possible(condition: Condition, side: 'before' | 'after', forms: TwoForms): readonly Case[] {
  const cases = casesIn(condition, forms[side]);
  const found: Case[] = [];
  for (const each of cases.length > MOST_CASES ? [] : cases) {
    if (forms.both.isPossible([{ all: each }, side])) found.push(each);
  }
  return found;
}

/** A choice of more options is not said option by option. */
const MOST_OPTIONS = 8;

/** That an answer is none of some, as the cases that are left; itself where these are many. */
function otherAnswers(comparison: Comparison, form: FormDefinition): readonly Case[] {
  const { valueKey, operator, target } = comparison;
  const question = questionsOf(form).get(valueKey);
  const list = form.options[question?.options ?? ''];
  const isChoice = question?.type === 'string' && list && !isYearList(list) && list.length <= MOST_OPTIONS;
  if (!isChoice || (operator !== 'notEquals' && operator !== 'notIn')) return [[comparison]];
  const not = new Set<unknown>(Array.isArray(target) ? target : [target]);
  const left = list.filter(({ value }) => !not.has(value));
  return [
    ...left.map(({ value }): Case => [{ valueKey, operator: 'equals', target: value }]),
    [{ valueKey, operator: 'notAnswered' }],
  ];
}

/** A condition as alternatives, each of comparisons that hold together (its disjunctive normal form). */
function casesIn(condition: Condition, form: FormDefinition, isNegated = false): readonly Case[] {
  if ('not' in condition) return casesIn(condition.not, form, !isNegated);
  if ('all' in condition || 'any' in condition) {
    const of = 'all' in condition ? condition.all : condition.any;
    const isAll = 'all' in condition !== isNegated;
    const inner = of.map((each) => casesIn(each, form, isNegated));
    if (!isAll) return inner.flat();
    return inner.reduce<readonly Case[]>(
      (whole, cases) =>
        whole.length > MOST_CASES
          ? whole
          : whole.flatMap((one) => cases.flatMap((other) => combined(one, other))),
      [[]],
    );
  }
  if (isNegated) return withoutNot(negateCondition(condition), form);
  const { operator, target } = condition;
  if (operator !== 'in' || !Array.isArray(target)) return otherAnswers(condition, form);
  return target.map((value: string): Case => [{ ...condition, operator: 'equals', target: value }]);
}

/** Two cases at once, each comparison in it once; none where they give one question two answers. */
function combined(one: Case, other: Case): readonly Case[] {
  const whole = [...one, ...without(other, one)];
  const given = whole.filter((each) => isEquals(each) || isUnanswered(each));
  const named = new Set(given.map((each) => ('valueKey' in each ? each.valueKey : '')));
  return named.size < given.length ? [] : [whole];
}

function isUnanswered(condition: Condition): boolean {
  return 'valueKey' in condition && condition.operator === 'notAnswered';
}

function withoutNot(condition: Condition, form: FormDefinition): readonly Case[] {
  return 'valueKey' in condition ? otherAnswers(condition, form) : [[condition]];
}

/** Cases in words, without what both conditions demand; those that differ in one answer alone are said together. */
function inCases(
  cases: readonly Case[],
  { after, before }: Two,
  definition: FormDefinition,
): string | undefined {
  if (cases.length === 0) return undefined;
  const own = new Set([before, after].flatMap((each) => comparisonsIn(each, definition)));
  const kept = cases.map((each) => each.filter((part) => own.has(nameOf(part))));
  if (kept.some((each) => each.length === 0)) return undefined;
  const merged = mergedCases(kept).map((each): Condition =>
    each.length === 1 && each[0] ? each[0] : { all: each },
  );
  const [only] = merged;
  return conditionInWords(merged.length === 1 && only ? only : { any: merged }, definition);
}

/** What a condition compares, by name. */
function comparisonsIn(condition: Condition | undefined, form: FormDefinition): readonly string[] {
  return condition ? casesIn(condition, form).flat().map(nameOf) : [];
}

function nameOf(condition: Condition): string {
  return JSON.stringify(condition);
}

function mergedCases(cases: readonly Case[]): readonly Case[] {
  const groups = Map.groupBy(cases, (each) =>
    JSON.stringify(each.map((part, index) => (index === each.length - 1 ? ends(part) : part))),
  );
  return [...groups.values()].flatMap((group) => {
    const lasts = group.flatMap((each) => each.at(-1) ?? []);
    const targets = lasts.flatMap((last) => (isEquals(last) ? [last.target] : []));
    const [first] = group;
    const last = first?.at(-1);
    if (!first || !last || !isEquals(last) || targets.length !== group.length || group.length === 1)
      return group;
    const merged: Condition = { valueKey: last.valueKey, operator: 'in', target: targets.map(String) };
    return [[...first.slice(0, -1), merged]];
  });
}

/** All cases that end with one answer to the same question are alike in this. */
function ends(condition: Condition): unknown {
  return isEquals(condition) ? condition.valueKey : condition;
}

function isEquals(condition: Condition): condition is Comparison {
  return 'valueKey' in condition && condition.operator === 'equals';
}
