import type { Condition, Question } from '#form/definition/definition.ts';
import { conjunctionOf } from '../compile/negate.ts';
import { conjunctsOf, shownOf } from '../prove/formulas/form-conditions.ts';
import { conditionChange, type FormPair, type ConditionPhrases } from './condition-changes.ts';
import type { ChangeText } from './change.ts';
import type { QuestionPair } from './message-changes.ts';
import { inPlainWords } from './sentence-words.ts';

/** Returns the condition for a required answer; undefined if always required. */
function fullRequirement({ required, requiredWhen }: Question): Condition | undefined {
  return required ? undefined : (requiredWhen ?? { any: [] });
}

function isRequired(predicate: string): readonly ChangeText[] {
  return [{ kind: 'required', predicate }];
}

const PHRASES: ConditionPhrases = { kind: 'required', verb: 'required', always: 'always', never: 'at all' };

/** When an answer is required: always, or under a condition. */
type Requirement = { readonly always: boolean; readonly when?: Condition | undefined };

/** Describes changes of a requirement. Further instances only require answers once started. */
export function requirementChanges(
  { before, after }: QuestionPair,
  keys: { readonly before: readonly string[]; readonly after: readonly string[] },
  forms: FormPair,
): readonly ChangeText[] {
  const [old, current] = [requirementOf(before, keys.before), requirementOf(after, keys.after)];
  if (old.always && current.always) return [];
  // Compares meaning instead of wording, within the visibility condition.
  if (!forms.both.differenceOf(fullRequirement(before), fullRequirement(after), after.visibleWhen)) return [];
  if (!old.when && !current.when) {
    if (old.always === current.always) return [];
    return isRequired(current.always ? '{is} now required.' : 'may now be left empty.');
  }
  if (!current.when && !current.always)
    return isRequired(`may now be left empty. Before, required when ${inWords(old.when, forms.before)}.`);
  if (!old.when && !old.always)
    return isRequired(`{is} now required when ${inWords(current.when, forms.after)}.`);
  const between = { before: old.when, after: current.when, around: after.visibleWhen };
  return [conditionChange(between, forms, PHRASES) ?? []].flat();
}

function inWords(condition: Condition | undefined, form: FormPair['after']): string {
  return condition ? inPlainWords(condition, form) : 'it is asked';
}

function requirementOf({ required, requiredWhen }: Question, keys: readonly string[]): Requirement {
  if (required || !requiredWhen) return { always: required };
  const parts = conjunctsOf(requiredWhen);
  const own = parts.filter((part) => !isStarted(part, keys));
  if (own.length === parts.length) return { always: false, when: requiredWhen };
  return own.length === 0 ? { always: true } : { always: false, when: conjunctionOf(own) };
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
