import type { Condition, Question } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Finding } from '../source/fault.ts';
import { conjunctsOf } from './formulas/form-conditions.ts';
import { type Proof, proveAt, smallestStateWith, stateWith, explainConflict } from './proof.ts';
import { type Formula, not } from './solve/formula.ts';
import { witnessOf } from './witness.ts';
import { conditionInWords, subjectInWords } from './words/condition-words.ts';

/** Reports rules and lists whose condition is always or never true while the question is visible. */
export function findIdleRules(proof: Proof): void {
  for (const question of proof.model.questions.values()) {
    const property = proof.partner.taken.keys.get(question.key)?.property;
    const isVisible = proveAt(property, proof, () => stateWith([proof.model.visible(question)], proof));
    if (!isVisible) continue;
    for (const demand of demandsOf(question, proof)) {
      proveAt(demand.at, proof, () => findIdleRule(question, demand, proof));
    }
    findClosedLists(question, proof);
  }
}

type ConditionalRule = { readonly when: Condition; readonly what: string; readonly at: Cursor };

function demandsOf(question: Question, { partner }: Proof): readonly ConditionalRule[] {
  const { requiredWhen, alternatives, rules, relations, notices } = question;
  const written = partner.origins;
  const conditions = [
    ...(requiredWhen
      ? writtenParts(requiredWhen, written).map((when) => ({
          when,
          what: alternatives ? '"atLeastOne"' : '"requiredWhen"',
        }))
      : []),
    ...rules.flatMap(({ when }) => (when ? [{ when, what: 'this rule' }] : [])),
    ...(relations ?? []).flatMap(({ when }) =>
      when ? [{ when, what: 'this comparison with another answer' }] : [],
    ),
    ...(notices ?? []).flatMap(({ when }) => (when ? [{ when, what: 'this notice' }] : [])),
  ];
  return conditions.flatMap(({ when, what }) => {
    const at = written.get(when);
    return at ? [{ when, what, at }] : [];
  });
}

/** Returns the condition as written, without additions for later instances of an add-another. */
function writtenParts(condition: Condition, written: Proof['partner']['origins']): readonly Condition[] {
  if (written.has(condition)) return [condition];
  return 'all' in condition ? condition.all.filter((part) => written.has(part)) : [];
}

function findIdleRule(question: Question, demand: ConditionalRule, proof: Proof): void {
  const { model, shared } = proof;
  const { when, what, at } = demand;
  const around = question.visibleWhen ? [question.visibleWhen] : [];
  const truth = truthOf(model.formula(when), [model.visible(question)], proof);
  const label = `“${subjectInWords(question.key, model.definition)}”`;
  shared.add(
    at,
    'demand',
    truth === 'sometimes'
      ? undefined
      : {
          code: `${truth}-true`,
          found: `${what} of "${question.key}", whose condition is ${truth} true while the question is asked`,
          expected: `a condition that is sometimes true and sometimes not while ${label} is asked`,
          cure:
            truth === 'always'
              ? `Correct the condition, or remove it: it is true for everybody who is asked (${conditionInWords(when, model.definition)}).`
              : `${explainConflict([...around, when], proof)}, or remove ${what}.`,
        },
  );
  if (truth === 'sometimes') findIdle(when, around, proof);
}

/** Reports lists of a dependent question that never open. */
function findClosedLists(question: Question, proof: Proof): void {
  const { model, partner, shared } = proof;
  const { dependsOn } = question;
  const written = partner.taken.keys.get(question.key)?.property.at('dependsOn')?.at('options');
  if (!dependsOn?.lists || !written) return;
  for (const answer of Object.keys(dependsOn.lists)) {
    const at = written.at(answer);
    if (!at) continue;
    const opens: Condition = { valueKey: dependsOn.valueKey, operator: 'equals', target: answer };
    proveAt(at, proof, () => {
      const isOpen = stateWith([model.visible(question), model.formula(opens)], proof);
      shared.add(
        at,
        'list',
        isOpen
          ? undefined
          : {
              code: 'never-true',
              found: `the list for the answer "${answer}", which "${question.key}" never offers`,
              expected: 'an answer that can be given while the question is asked',
              cure: `${explainConflict([...(question.visibleWhen ? [question.visibleWhen] : []), opens], proof)}, or remove the list.`,
            },
      );
    });
  }
}

/** Returns whether a formula is always, never or sometimes true given others. */
function truthOf(
  formula: Formula,
  around: readonly Formula[],
  proof: Proof,
): 'always' | 'sometimes' | 'never' {
  if (!stateWith([...around, formula], proof)) return 'never';
  return stateWith([...around, not(formula)], proof) ? 'sometimes' : 'always';
}

/** Reports the innermost parts of a condition that are always or never true. */
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
        : `${explainConflict([...around, part], proof)}, or remove this condition.`,
  };
  shared.add(at, 'idle', finding);
  return true;
}

/** Reports required questions that are cleared while visible, which block submission. */
export function findClearedWhileShown(proof: Proof): void {
  const { model, partner, report } = proof;
  for (const question of model.questions.values()) {
    const parts = question.visibleWhen ? conjunctsOf(question.visibleWhen) : [];
    const shown = new Set(parts.map((part) => JSON.stringify(part)));
    for (const { formula, shownWhen } of model.namedLawsOf(question.key)) {
      if (shown.has(JSON.stringify(shownWhen))) continue;
      const at = partner.taken.keys.get(question.key)?.property;
      const goals = [model.required(question), not(formula)];
      const state = proveAt(at, proof, () => smallestStateWith(goals, proof));
      if (!state || !at) continue;
      report(at, {
        code: 'cleared-while-shown',
        found: `the question "${question.key}", which is cleared while it is shown and must be answered`,
        expected: 'a question that keeps its answer while it must be answered',
        cure: 'Remove its key from "clears", or hide the question under the same condition.',
        witness: witnessOf(question.page, state, model),
      });
    }
  }
}
