import type { Finding } from '#compiler/source/fault.ts';
import type { Condition } from '#form/definition/definition.ts';
import { type Formula, not } from '#compiler/prove/solve/formula.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import { type Proof, proveAt, stateWith, whyNever } from './proof.ts';

/** How often a formula is true where others are. */
export function truthOf(
  formula: Formula,
  around: readonly Formula[],
  proof: Proof,
): 'always' | 'sometimes' | 'never' {
  if (!stateWith([...around, formula], proof)) return 'never';
  return stateWith([...around, not(formula)], proof) ? 'sometimes' : 'always';
}

/** Reports the innermost parts of a condition that are always or never true where it is. */
export function findIdle(condition: Condition, around: readonly Condition[], proof: Proof): void {
  for (const part of partsOf(condition)) {
    proveAt(proof.partner.origins.get(part), proof, () => isIdle(part, around, proof));
  }
}

function partsOf(condition: Condition): readonly Condition[] {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  return 'not' in condition ? partsOf(condition.not) : [];
}

function isIdle(part: Condition, around: readonly Condition[], proof: Proof): boolean {
  const { model, partner, shared } = proof;
  let isInside = false;
  for (const inner of partsOf(part)) isInside = isIdle(inner, around, proof) || isInside;
  const at = partner.origins.get(part);
  if (isInside || !at) return isInside;
  const outside = around.map((each) => model.formula(each));
  const formula = model.formula(part);
  const truth = truthOf(formula, outside, proof);
  if (truth === 'sometimes') {
    shared.add(at, 'idle', undefined);
    return false;
  }
  const words = conditionInWords(part, model.definition);
  const finding: Finding = {
    code: `${truth}-true`,
    found: `the condition ${words}, which is ${truth} true here`,
    expected: 'a condition that is sometimes true and sometimes not',
    cure:
      truth === 'always'
        ? 'Remove this condition, or correct it.'
        : `${whyNever([...around, part], proof)}, or remove this condition.`,
  };
  shared.add(at, 'idle', finding);
  return true;
}
