import type { Condition, Question } from '#form/definition/definition.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import { subjectInWords, conditionInWords } from '#compiler/prove/words/condition-words.ts';
import { findIdle, truthOf } from './find-idle.ts';
import { type Proof, proveAt, stateWith, whyNever } from './proof.ts';

/**
 * Reports what is demanded of an answer only while it is not asked, or whenever it is: `requiredWhen`, the conditions of
 * rules and relations, and the answers that open a list.
 */
export function findIdleDemands(proof: Proof): void {
  for (const question of proof.model.questions.values()) {
    const property = proof.partner.taken.keys.get(question.key)?.property;
    const isAsked = proveAt(property, proof, () => stateWith([proof.model.visible(question)], proof));
    if (!isAsked) continue;
    for (const demand of demandsOf(question, proof)) {
      proveAt(demand.at, proof, () => findIdleDemand(question, demand, proof));
    }
    findClosedLists(question, proof);
  }
}

type ConditionalDemand = { readonly when: Condition; readonly what: string; readonly at: Cursor };

function demandsOf(question: Question, { partner }: Proof): readonly ConditionalDemand[] {
  const { requiredWhen, rules, relations } = question;
  const written = partner.origins;
  const conditions = [
    ...(requiredWhen
      ? writtenParts(requiredWhen, written).map((when) => ({ when, what: '"requiredWhen"' }))
      : []),
    ...rules.flatMap(({ when }) => (when ? [{ when, what: 'this rule' }] : [])),
    ...(relations ?? []).flatMap(({ when }) =>
      when ? [{ when, what: 'this comparison with another answer' }] : [],
    ),
  ];
  return conditions.flatMap(({ when, what }) => {
    const at = written.get(when);
    return at ? [{ when, what, at }] : [];
  });
}

/** What the file says of it, without what is added to it in later instances of an add-another. */
function writtenParts(condition: Condition, written: Proof['partner']['origins']): readonly Condition[] {
  if (written.has(condition)) return [condition];
  return 'all' in condition ? condition.all.filter((part) => written.has(part)) : [];
}

function findIdleDemand(question: Question, demand: ConditionalDemand, proof: Proof): void {
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
              : `${whyNever([...around, when], proof)}, or remove ${what}.`,
        },
  );
  if (truth === 'sometimes') findIdle(when, around, proof);
}

/** Lists that a dependent question never offers, because the answer that opens one is never given while it is asked. */
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
              cure: `${whyNever([...(question.visibleWhen ? [question.visibleWhen] : []), opens], proof)}, or remove the list.`,
            },
      );
    });
  }
}
