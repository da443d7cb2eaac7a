import type { Condition } from '#form/definition/definition.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import { not } from '#compiler/prove/solve/formula.ts';
import { layoutPlaces, type LayoutPlace } from './layout-places.ts';
import { findIdle } from './find-idle-rules.ts';
import { type Proof, proveAt, stateWith, explainConflict } from './proof.ts';

/** Reports nodes that never show and ineffective conditions, but nothing inside hidden nodes. */
export function findHidden(proof: Proof): void {
  const dead: Condition[] = [];
  for (const place of layoutPlaces(proof.partner)) {
    if (!place.switchCase) findCasesAfterDefault(place, proof);
    if (place.own && !place.around.some((condition) => dead.includes(condition))) {
      const { own } = place;
      const at = proof.partner.origins.get(own) ?? place.at;
      const isShown = proveAt(at, proof, () => findHiddenPlace(place, own, proof));
      if (isShown === false) dead.push(own);
    }
  }
}

function findHiddenPlace(place: LayoutPlace, own: Condition, proof: Proof): boolean {
  const { model, shared } = proof;
  const around = place.around.map((condition) => model.formula(condition));
  if (!stateWith([...around, model.formula(own)], proof)) {
    reportNeverShown(place, own, proof);
    return false;
  }
  const isSometimesHidden = stateWith([...around, not(model.formula(own))], proof);
  const written = proof.partner.origins.get(own) ?? place.at;
  if (!place.switchCase) {
    shared.add(
      written,
      'always-shown',
      isSometimesHidden
        ? undefined
        : {
            code: 'always-shown',
            found: `${place.name}, which always shows although it has a condition`,
            expected: 'a condition that is sometimes true and sometimes not',
            cure: `Correct the condition, or remove it: it is true for everybody who gets here (${conditionInWords(own, model.definition)}).`,
          },
    );
  }
  if (isSometimesHidden) findIdle(own, place.around, proof);
  return true;
}

function reportNeverShown(place: LayoutPlace, own: Condition, proof: Proof): void {
  const why = explainConflict([...place.around, own], proof);
  proof.report(proof.partner.origins.get(own) ?? place.at, {
    code: place.switchCase ? 'dead-case' : 'never-shown',
    found: `${place.name}, which never shows`,
    expected: 'something that some students see',
    cure: `${why}, or remove ${place.switchCase ? 'the case' : place.name}.`,
  });
}

/** Reports unreachable cases after one without a condition. */
function findCasesAfterDefault({ node, at }: LayoutPlace, { partner, report }: Proof): void {
  if (node.kind !== 'switch') return;
  const last = node.cases.findIndex((one) => partner.origins.get(one)?.at('when') === undefined);
  if (last === -1) return;
  for (const [behind, one] of node.cases.slice(last + 1).entries()) {
    report(partner.origins.get(one) ?? at, {
      code: 'dead-case',
      found: `case ${last + behind + 2} of the switch "${node.id}", behind case ${last + 1}, which has no "when" and shows in all other cases`,
      expected: 'the case without "when" last',
      cure: `Move this case before case ${last + 1}, or remove it.`,
    });
  }
}
