import { negateCondition } from '#compiler/compile/negate.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import type { Condition, FormDefinition } from '#form/definition/definition.ts';

/** A condition in words without a "not" in front of others: what is not both is not the one or not the other. */
export function inPlainWords(condition: Condition, form: FormDefinition): string {
  const words = conditionInWords(plain(condition, false), form);
  return words
    .replaceAll(/\bnot \((“[^”]*” is) ([^()]*)\)/g, '$1 not $2')
    .replaceAll(
      / is not ((?:“[^”]*” or )+“[^”]*”)(?! is)/g,
      (_all, names: string) => ` is neither ${names.replaceAll('” or “', '” nor “')}`,
    );
}

function plain(condition: Condition, isNegated: boolean): Condition {
  if ('not' in condition) return plain(condition.not, !isNegated);
  if ('all' in condition || 'any' in condition) {
    const of = ('all' in condition ? condition.all : condition.any).map((each) => plain(each, isNegated));
    return 'all' in condition === isNegated ? { any: oneOfEach(of) } : { all: of };
  }
  return isNegated ? negateCondition(condition) : condition;
}

/** Alternatives of which those that are answers to one question are said in one. */
function oneOfEach(conditions: readonly Condition[]): readonly Condition[] {
  const groups = Map.groupBy(conditions, (each) =>
    'valueKey' in each && each.operator === 'equals' && typeof each.target === 'string'
      ? each.valueKey
      : each,
  );
  return [...groups.values()].map((group): Condition => {
    const targets = group.flatMap((each) =>
      'valueKey' in each && typeof each.target === 'string' ? each.target : [],
    );
    const [first] = group;
    if (!first) throw new Error('A group has a member.');
    return 'valueKey' in first && group.length > 1
      ? { valueKey: first.valueKey, operator: 'in', target: targets }
      : first;
  });
}
