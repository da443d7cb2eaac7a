import { comparisonsIn } from '#compiler/prove/formulas/form-conditions.ts';
import type { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { variablesOf } from '#compiler/prove/solve/formula.ts';
import type { Aspect } from './aspects.ts';

/**
 * Aspects in groups: in one group are those of which one's look depends on another's, directly or through others. That
 * is so where they are of one question or side by side, and where an answer decides both.
 */
export function meetingAspects(aspects: readonly Aspect[], model: FormModel): readonly (readonly Aspect[])[] {
  const groups = new Map<string, Set<Aspect>>();
  for (const aspect of aspects) {
    const joined = new Set([aspect]);
    const names = namesOf(aspect, model);
    for (const name of names) for (const other of groups.get(name) ?? []) joined.add(other);
    for (const each of joined) for (const name of namesOf(each, model)) groups.set(name, joined);
  }
  // In the order of the section, whichever was joined first.
  return [...new Set(groups.values())].map((group) => aspects.filter((aspect) => group.has(aspect)));
}

function namesOf({ own, counts, places }: Aspect, model: FormModel): readonly string[] {
  const named = comparisonsIn(own).map(({ valueKey }) => model.questionNamed(valueKey)?.key ?? valueKey);
  const deciding = [...variablesOf(model.formula(own))].map((variable) => model.nameOf(variable));
  const answers = [...named, ...deciding].map((name) => `answer ${name}`);
  // What shows only with further instances is looked at for itself.
  const count = JSON.stringify(counts);
  return [...new Set([...places, ...answers])].map((name) => `${count} ${name}`);
}
