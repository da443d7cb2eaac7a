import type { Condition, Question } from '#form/definition/definition.ts';
import { conjunctionOf } from '../compile/negate.ts';
import { conjunctsOf, shownOf } from '../prove/formulas/form-conditions.ts';
import { conditionChange, type TwoForms, type Voice } from './condition-changes.ts';
import type { ChangeText } from './change.ts';
import type { TwoQuestions } from './message-changes.ts';
import { inPlainWords } from './sentence-words.ts';

/** Returns the condition for a required answer; undefined if always required. */
function wholeDemand({ required, requiredWhen }: Question): Condition | undefined {
  return required ? undefined : (requiredWhen ?? { any: [] });
}

function demanded(happened: string): readonly ChangeText[] {
  return [{ kind: 'required', happened }];
}

const DEMANDS: Voice = { kind: 'required', verb: 'required', always: 'always', never: 'at all' };

/** When an answer is required: always, or under a condition. */
type Demand = { readonly always: boolean; readonly when?: Condition | undefined };

/** Describes changes of a requirement. Further instances only require answers once started. */
export function demandChanges(
  { before, after }: TwoQuestions,
  keys: { readonly before: readonly string[]; readonly after: readonly string[] },
  forms: TwoForms,
): readonly ChangeText[] {
  const [old, current] = [demandOf(before, keys.before), demandOf(after, keys.after)];
  if (old.always && current.always) return [];
  // Compares meaning instead of wording, within the visibility condition.
  if (!forms.both.differenceOf(wholeDemand(before), wholeDemand(after), after.visibleWhen)) return [];
  if (!old.when && !current.when) {
    if (old.always === current.always) return [];
    return demanded(current.always ? '{is} now required.' : 'may now be left empty.');
  }
  if (!current.when && !current.always)
    return demanded(`may now be left empty. Before, required when ${inWords(old.when, forms.before)}.`);
  if (!old.when && !old.always)
    return demanded(`{is} now required when ${inWords(current.when, forms.after)}.`);
  const between = { before: old.when, after: current.when, around: after.visibleWhen };
  return [conditionChange(between, forms, DEMANDS) ?? []].flat();
}

function inWords(condition: Condition | undefined, form: TwoForms['after']): string {
  return condition ? inPlainWords(condition, form) : 'it is asked';
}

function demandOf({ required, requiredWhen }: Question, keys: readonly string[]): Demand {
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

const CLEARING: Voice = { kind: 'asked', verb: 'kept', always: 'whatever else is answered', never: 'at all' };

/** Describes changes in clearing, unless implied by visibility. */
export function clearingChanges(two: TwoQuestions, forms: TwoForms): readonly ChangeText[] {
  const { key } = two.after;
  const [before, after] = [keptWhen(key, forms.before), keptWhen(key, forms.after)];
  const change = conditionChange({ before, after }, forms, CLEARING);
  if (!change) return [];
  const asItIsAsked =
    !differ(before, two.before.visibleWhen, 'before', forms) &&
    !differ(after, two.after.visibleWhen, 'after', forms);
  if (asItIsAsked) return [];
  return [{ ...change, happened: change.happened.replace(/\{is\} (.*?)kept/, '$1keep{s} the answer') }];
}

function keptWhen(key: string, form: TwoForms['after']): Condition | undefined {
  return conjunctionOf(shownOf(form).get(key) ?? []);
}

function differ(
  one: Condition | undefined,
  other: Condition | undefined,
  side: 'before' | 'after',
  { both }: TwoForms,
): boolean {
  const always: Condition = { all: [] };
  return (
    both.isPossible([one ?? always, side], [other, side]) ||
    both.isPossible([other ?? always, side], [one, side])
  );
}
