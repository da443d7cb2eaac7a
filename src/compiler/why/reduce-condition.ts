import { conjunctionOf } from '#compiler/compile/negate.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerValue, Condition } from '#form/definition/definition.ts';

/** What is left of a condition once an answer is known: it is decided, or still open. */
export type Reduced = boolean | Condition;

/** A condition where what `name` names is answered with `value`: the rest that it still asks for. */
export function reduceCondition(condition: Condition, name: string, value: AnswerValue): Reduced {
  const inner = (each: Condition): Reduced => reduceCondition(each, name, value);
  if ('all' in condition) {
    const parts = condition.all.map(inner);
    if (parts.includes(false)) return false;
    return conjunctionOf(open(parts)) ?? true;
  }
  if ('any' in condition) {
    const parts = condition.any.map(inner);
    if (parts.includes(true)) return true;
    const left = open(parts);
    return left.length > 1 ? { any: left } : (left[0] ?? false);
  }
  if ('not' in condition) {
    const part = inner(condition.not);
    return typeof part === 'boolean' ? !part : { not: part };
  }
  return condition.valueKey === name ? evaluateCondition(condition, { [name]: value }) : condition;
}

function open(parts: readonly Reduced[]): readonly Condition[] {
  return parts.flatMap((part) => (typeof part === 'boolean' ? [] : [part]));
}
