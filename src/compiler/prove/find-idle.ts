import type { Finding } from '#compiler/source/fault.ts';
import type { Condition } from '#form/definition/definition.ts';
import { type Formula, not } from '#compiler/solve/formula.ts';
import { conditionInWords } from '#compiler/words/condition-words.ts';
import { type Proof, stateWith, whyNever } from './proof.ts';

/** How often a formula is true where others are. */
export async function truthOf(
  formula: Formula,
  around: readonly Formula[],
  proof: Proof,
): Promise<'always' | 'sometimes' | 'never'> {
  if (!(await stateWith([...around, formula], proof))) return 'never';
  return (await stateWith([...around, not(formula)], proof)) ? 'sometimes' : 'always';
}

/** Reports the innermost parts of a condition that are always or never true where it is. */
export async function findIdle(
  condition: Condition,
  around: readonly Condition[],
  proof: Proof,
): Promise<void> {
  for (const part of partsOf(condition)) await isIdle(part, around, proof);
}

function partsOf(condition: Condition): readonly Condition[] {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  return 'not' in condition ? partsOf(condition.not) : [];
}

async function isIdle(part: Condition, around: readonly Condition[], proof: Proof): Promise<boolean> {
  const { model, partner, shared } = proof;
  let isInside = false;
  for (const inner of partsOf(part)) isInside = (await isIdle(inner, around, proof)) || isInside;
  const at = partner.origins.get(part);
  if (isInside || !at) return isInside;
  const outside = around.map((each) => model.formula(each));
  const formula = model.formula(part);
  const truth = await truthOf(formula, outside, proof);
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
        : `${await whyNever([...around, part], proof)}, or remove this condition.`,
  };
  shared.add(at, 'idle', finding);
  return true;
}
