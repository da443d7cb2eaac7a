import { conjunctionOf, negateCondition } from '#compiler/compile/negate.ts';
import { conjunctsOf } from '#compiler/prove/formulas/form-conditions.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import { inPlainWords } from './sentence-words.ts';
import type { Comparison, Condition, FormDefinition } from '#form/definition/definition.ts';
import { isDeepStrictEqual } from 'node:util';
import { isYearList } from '#form/answers/option-lists.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { BothForms, Difference } from './both-forms.ts';
import type { ChangeText } from './change.ts';

/** Two versions of a condition, with the context for describing them. */
type ConditionPair = {
  readonly before: Condition | undefined;
  readonly after: Condition | undefined;
  /** Condition of the surroundings. */
  readonly around?: Condition | undefined;
};

export type FormPair = {
  readonly before: FormDefinition;
  readonly after: FormDefinition;
  readonly both: BothForms;
  /** Reference date for calendar bounds and lists of years. */
  readonly now: Date;
};

/** Wording for a condition: its verb, and phrases for always and never. */
export type ConditionPhrases = Pick<ChangeText, 'kind'> &
  Readonly<Record<'verb' | 'always' | 'never', string>>;

/** Maximum number of cases listed; beyond it the condition is quoted as written. */
const MAX_CASES = 12;

/** Describes a new condition and where it differs; undefined if equivalent. */
export function conditionChange(
  conditions: ConditionPair,
  forms: FormPair,
  voice: ConditionPhrases,
): ChangeText | undefined {
  const { before, after, around } = conditions;
  const difference = forms.both.differenceOf(before, after, around);
  if (!difference) return undefined;
  return { kind: voice.kind, difference, predicate: inWords(conditions, difference, forms, voice) };
}

function inWords(
  { before, after, around }: ConditionPair,
  { more, less }: Difference,
  forms: FormPair,
  { verb, always, never }: ConditionPhrases,
): string {
  const { both } = forms;
  const own = withoutShared(before, after);
  const words = {
    before: own.before && inPlainWords(own.before, forms.before),
    after: own.after && inPlainWords(own.after, forms.after),
  };
  if (after === undefined || both.isAlways(after, 'after'))
    return `{is} now ${verb} ${always}.${words.before === undefined ? '' : ` Before, only when ${words.before}.`}`;
  if (!both.isPossible([around ? { all: [after, around] } : after, 'after']))
    return `{is} no longer ${verb} ${never}.`;
  if (before === undefined || both.isAlways(before, 'before'))
    return `{is} now ${verb} only when ${words.after}.`;
  if (!both.isPossible([before, 'before'])) return `{is} now ${verb} when ${words.after}.`;
  const cases = casesOf(before, after, forms);
  const [news, gone] = [inCases(cases.news, own, forms.after), inCases(cases.gone, own, forms.before)];
  if (more && !less && news !== undefined) return `{is} now also ${verb} when ${news}.`;
  if (less && !more && gone !== undefined) return `{is} no longer ${verb} when ${gone}.`;
  if (more && less && news !== undefined && gone !== undefined)
    return `{is} now also ${verb} when ${news}, and no longer when ${gone}.`;
  if (words.after === undefined)
    return `{is} now ${verb} even when ${inPlainWords({ not: own.before ?? before }, forms.before)}.`;
  if (words.before === undefined) return `{is} now ${verb} only when ${words.after}.`;
  return `{is} now ${verb} when ${words.after}. Before, when ${words.before}.`;
}

type ReducedPair = Pick<ConditionPair, 'before' | 'after'>;

/** Removes the conjuncts common to both; those belong to the surroundings. */
function withoutShared(before: Condition | undefined, after: Condition | undefined): ReducedPair {
  const [old, current] = [partsOf(before), partsOf(after)];
  return { before: conjunctionOf(without(old, current)), after: conjunctionOf(without(current, old)) };
}

function partsOf(condition: Condition | undefined): readonly Condition[] {
  return condition ? conjunctsOf(condition) : [];
}

function without(some: readonly Condition[], others: readonly Condition[]): readonly Condition[] {
  return some.filter((each) => !others.some((other) => isDeepStrictEqual(each, other)));
}

type Case = readonly Condition[];

/** Returns the cases newly covered and those no longer covered; none if they overlap. */
function casesOf(
  before: Condition,
  after: Condition,
  forms: FormPair,
): { readonly news: readonly Case[]; readonly gone: readonly Case[] } {
  const { both } = forms;
  const [old, current] = [possible(before, 'before', forms), possible(after, 'after', forms)];
  const news = current.filter((each) => both.isPossible([{ all: each }, 'after'], [before, 'before']));
  const gone: Case[] = [];
  for (const each of old) {
    if (!both.isPossible([{ all: each }, 'before'], [after, 'after'])) continue;
    // A narrower case is not a removed one.
    if (both.isPossible([{ all: [{ all: each }, after] }, 'after'])) return { news: [], gone: [] };
    gone.push(each);
  }
  return { news: news.length === current.length ? [] : news, gone: gone.length === old.length ? [] : gone };
}

function possible(condition: Condition, side: 'before' | 'after', forms: FormPair): readonly Case[] {
  const cases = casesIn(condition, forms[side]);
  if (cases.length > MAX_CASES) return [];
  return cases.filter((each) => forms.both.isPossible([{ all: each }, side]));
}

/** Maximum number of options listed one by one. */
const MAX_OPTIONS = 8;

/** Expands "none of these values" into the remaining options; unchanged if there are many. */
function otherAnswers(comparison: Comparison, form: FormDefinition): readonly Case[] {
  const { valueKey, operator, target } = comparison;
  const question = questionsOf(form).get(valueKey);
  const list = form.options[question?.options ?? ''];
  const isChoice = question?.type === 'string' && list && !isYearList(list) && list.length <= MAX_OPTIONS;
  if (!isChoice || (operator !== 'notEquals' && operator !== 'notIn')) return [[comparison]];
  const not = new Set<unknown>(Array.isArray(target) ? target : [target]);
  const remaining = list.filter(({ value }) => !not.has(value));
  return [
    ...remaining.map(({ value }): Case => [{ valueKey, operator: 'equals', target: value }]),
    [{ valueKey, operator: 'notAnswered' }],
  ];
}

/** Converts a condition to disjunctive normal form: alternatives of comparisons. */
function casesIn(condition: Condition, form: FormDefinition, isNegated = false): readonly Case[] {
  if ('not' in condition) return casesIn(condition.not, form, !isNegated);
  if ('all' in condition || 'any' in condition) {
    const of = 'all' in condition ? condition.all : condition.any;
    const isAll = 'all' in condition !== isNegated;
    const inner = of.map((each) => casesIn(each, form, isNegated));
    if (!isAll) return inner.flat();
    return inner.reduce<readonly Case[]>(
      (whole, cases) =>
        whole.length > MAX_CASES
          ? whole
          : whole.flatMap((one) => cases.flatMap((other) => combined(one, other))),
      [[]],
    );
  }
  if ('compared' in condition) return [[isNegated ? negateCondition(condition) : condition]];
  if (isNegated) {
    const negated = negateCondition(condition);
    return 'valueKey' in negated ? otherAnswers(negated, form) : [[negated]];
  }
  const { operator, target } = condition;
  if (operator !== 'in' || !Array.isArray(target)) return otherAnswers(condition, form);
  return target.map((value: string): Case => [{ ...condition, operator: 'equals', target: value }]);
}

/** Merges two cases without duplicates; none if they contradict each other. */
function combined(one: Case, other: Case): readonly Case[] {
  const whole = [...one, ...without(other, one)];
  const given = whole.flatMap((each) =>
    'valueKey' in each && ['equals', 'notAnswered'].includes(each.operator) ? [each.valueKey] : [],
  );
  const named = new Set(given);
  return named.size < given.length ? [] : [whole];
}

/** Describes cases without the shared conjuncts; joins those that differ in one answer only. */
function inCases(
  cases: readonly Case[],
  { after, before }: ReducedPair,
  definition: FormDefinition,
): string | undefined {
  if (cases.length === 0) return undefined;
  const own = [before, after].flatMap((each) => (each ? casesIn(each, definition).flat() : []));
  const kept = cases.map((each) =>
    each.filter((part) => own.some((other) => isDeepStrictEqual(other, part))),
  );
  if (kept.some((each) => each.length === 0)) return undefined;
  const merged = mergedCases(kept).flatMap((each) => conjunctionOf(each) ?? []);
  const [only, ...others] = merged;
  return conditionInWords(only && others.length === 0 ? only : { any: merged }, definition);
}

function mergedCases(cases: readonly Case[]): readonly Case[] {
  const groups = Map.groupBy(cases, (each) => {
    const last = each.at(-1);
    return JSON.stringify(last && isEquals(last) ? [...each.slice(0, -1), last.valueKey] : each);
  });
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

function isEquals(condition: Condition): condition is Comparison {
  return 'valueKey' in condition && condition.operator === 'equals';
}
