import type { Condition, Question } from '#form/definition/definition.ts';
import { conjunctionOf } from '../compile/negate.ts';
import { conjunctsOf, shownOf } from '../prove/formulas/form-conditions.ts';
import { conditionChange, type FormPair, type ConditionPhrases } from './condition-changes.ts';
import type { ChangeText } from './change.ts';
import type { QuestionPair } from './message-changes.ts';

const PHRASES: ConditionPhrases = {
  kind: 'required',
  verb: 'required',
  always: 'of everybody who is asked',
  never: 'at all',
};

/** Describes changes of a requirement. Further instances only require answers once started. */
export function requirementChanges(
  { before, after }: QuestionPair,
  keys: { readonly before: readonly string[]; readonly after: readonly string[] },
  forms: FormPair,
): readonly ChangeText[] {
  // Whether instances are started can be written in other ways.
  const full = [requirementOf(before, []), requirementOf(after, [])] as const;
  if (!forms.both.differenceOf(...full, after.visibleWhen)) return [];
  const conditions = {
    before: requirementOf(before, keys.before),
    after: requirementOf(after, keys.after),
    around: after.visibleWhen,
  };
  return [conditionChange(conditions, forms, PHRASES) ?? []].flat();
}

/** Returns when an answer is required, once its instance is started; undefined if always. */
function requirementOf({ required, requiredWhen }: Question, keys: readonly string[]): Condition | undefined {
  if (required) return undefined;
  if (!requiredWhen) return { any: [] };
  return conjunctionOf(conjunctsOf(requiredWhen).filter((part) => !isStarted(part, keys)));
}

/** Whether a condition is the compiled "instance has an answer". */
function isStarted(condition: Condition, keys: readonly string[]): boolean {
  if (keys.length === 0 || !('any' in condition)) return false;
  return condition.any.every(
    (each) => 'valueKey' in each && each.operator === 'answered' && keys.includes(each.valueKey),
  );
}

const CLEARING: ConditionPhrases = {
  kind: 'asked',
  verb: 'kept',
  always: 'whatever else is answered',
  never: 'at all',
};

/** Describes changes in clearing, unless implied by visibility. */
export function clearingChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const { key } = two.after;
  const [before, after] = [keepingCondition(key, forms.before), keepingCondition(key, forms.after)];
  const change = conditionChange({ before, after }, forms, CLEARING);
  if (!change) return [];
  const followsVisibility =
    !differ(before, two.before.visibleWhen, 'before', forms) &&
    !differ(after, two.after.visibleWhen, 'after', forms);
  if (followsVisibility) return [];
  return [{ ...change, predicate: change.predicate.replace(/\{is\} (.*?)kept/, '$1keep{s} the answer') }];
}

function keepingCondition(key: string, form: FormPair['after']): Condition | undefined {
  return conjunctionOf(shownOf(form).get(key) ?? []);
}

function differ(
  one: Condition | undefined,
  other: Condition | undefined,
  side: 'before' | 'after',
  { both }: FormPair,
): boolean {
  const always: Condition = { all: [] };
  return (
    both.isPossible([one ?? always, side], [other, side]) ||
    both.isPossible([other ?? always, side], [one, side])
  );
}
