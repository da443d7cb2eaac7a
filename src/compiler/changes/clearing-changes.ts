import type { Condition, Question } from '#form/definition/definition.ts';
import { conjunctionOf } from '../compile/negate.ts';
import { shownOf } from '../prove/formulas/form-conditions.ts';
import { type TwoForms, type Voice, conditionChange } from './condition-changes.ts';
import type { Happened } from './change.ts';

const VOICE: Voice = { kind: 'asked', verb: 'kept', always: 'whatever else is answered', never: 'at all' };

/** Describes when an answer is kept, unless that follows from when its question is asked. */
export function clearingChanges(
  two: { readonly before: Question; readonly after: Question },
  forms: TwoForms,
): readonly Happened[] {
  const { key } = two.after;
  const [before, after] = [keptWhen(key, forms.before), keptWhen(key, forms.after)];
  const change = conditionChange({ before, after }, forms, VOICE);
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
