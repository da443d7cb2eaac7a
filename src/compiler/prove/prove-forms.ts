import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { type Fault, FaultList, isError, type Report } from '#compiler/source/fault.ts';
import { findAnswerless } from './find-answerless.ts';
import { findCycles } from './find-cycles.ts';
import { findClearedWhileShown, findIdleRules } from './find-idle-rules.ts';
import { findHidden } from './find-hidden.ts';
import { findStuckPersonas } from './prove-personas.ts';
import { findUnsubmittable } from './submission.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { SharedFindings } from './proof.ts';

/** Proves that all questions can be seen, answered and submitted; returns the faults. */
export function proveForms(
  partners: ReadonlyMap<string, CompiledPartner>,
  now: Date = new Date(),
): readonly Fault[] {
  const shared = new SharedFindings();
  const forms = new Map<string, readonly Fault[]>();
  for (const [name, partner] of partners) {
    const own = new FaultList();
    const proof = {
      partner,
      model: new FormModel(partner.definition, now),
      report: oncePerPlace(own),
      shared,
    };
    // Circular visibility has no meaning to prove more about.
    if (findCycles(proof).size === 0) {
      findHidden(proof);
      findIdleRules(proof);
      findClearedWhileShown(proof);
      // An unanswerable question blocks everything connected with it from submission.
      if (findAnswerless(proof)) findUnsubmittable(proof);
      // Other errors already explain stuck personas.
      if (!own.sorted().some(isError)) findStuckPersonas(proof, now);
    }
    forms.set(name, own.sorted());
  }
  const faults = new FaultList();
  faults.addByPartner(forms);
  shared.reportTo(faults.report);
  return faults.sorted();
}

/** Reports the fault of a repeated block once, at its own line. */
function oncePerPlace(faults: FaultList): Report {
  const seen = new Set<string>();
  return (at, finding) => {
    const name = JSON.stringify([finding.code, at.place]);
    if (!seen.has(name)) faults.report(at, finding);
    seen.add(name);
  };
}
