import { conjunctionOf } from '#compiler/compile/negate.ts';
import { conjunctsOf } from '#compiler/prove/formulas/form-conditions.ts';
import { inPlainWords } from './sentence-words.ts';
import type { Condition, FormDefinition } from '#form/definition/definition.ts';
import { isDeepStrictEqual } from 'node:util';
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
  const wasNever = before !== undefined && !both.isPossible([before, 'before']);
  if (after === undefined || both.isAlways(after, 'after'))
    return `{is} now ${verb} ${always}.${words.before === undefined || wasNever ? '' : ` Before, only when ${words.before}.`}`;
  if (!both.isPossible([around ? { all: [after, around] } : after, 'after']))
    return `{is} no longer ${verb} ${never}.`;
  if (before === undefined || both.isAlways(before, 'before'))
    return `{is} now ${verb} only when ${words.after}.`;
  if (wasNever) return `{is} now ${verb} when ${words.after}.`;
  if (words.after === undefined)
    return `{is} now ${verb} even when ${inPlainWords({ not: own.before ?? before }, forms.before)}.`;
  if (words.before === undefined) return `{is} now ${verb} only when ${words.after}.`;
  const direction = more && !less ? ' more often:' : less && !more ? ' less often:' : '';
  return `{is} now ${verb}${direction} when ${words.after}. Before, when ${words.before}.`;
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
