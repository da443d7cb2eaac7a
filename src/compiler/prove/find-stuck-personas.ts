import { type Persona, readPersonas } from '#compiler/source/personas.ts';
import { type Demand, inWords, smallestConflict } from './conflict.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { comparisonsFor, type Decision, decisionsOf } from './persona-decisions.ts';
import { type Proof, proveAt, smallestStateWith, stateWith } from './proof.ts';
import { type SubmissionDemand, submissionParts } from './submission.ts';
import { witnessOf } from './witness.ts';

/** Reports the invented students of `personas/` who cannot submit as they decide, and where they are stuck. */
export function findStuckPersonas(proof: Proof, now: Date): void {
  const { definition, sources } = proof.partner;
  const personas = readPersonas(sources, now);
  const model = new FormModel(definition, now, personas.flatMap(comparisonsFor));
  const own = { ...proof, model };
  for (const persona of personas) {
    const decisions = decisionsOf(persona, model);
    const wrong = decisions.filter(({ isPossible }) => !isPossible);
    for (const decision of wrong) reportWrong(decision, own);
    if (wrong.length > 0) continue;
    const byFormula = new Map(decisions.map((decision) => [decision.formula, decision]));
    for (const { goals, demands } of submissionParts(model, [...byFormula.keys()])) {
      const chosen = goals.flatMap((goal) => byFormula.get(goal) ?? []);
      proveAt(persona.at.at('title') ?? persona.at, own, () => {
        if (stateWith(formulasOf([...chosen, ...demands]), own)) return;
        reportStuck({ persona, chosen, demands }, own);
      });
    }
  }
}

function formulasOf(demands: readonly Demand[]): readonly Demand['formula'][] {
  return demands.map(({ formula }) => formula);
}

function reportWrong({ at, words }: Decision, { report }: Proof): void {
  report(at, {
    code: 'persona',
    found: `the decision that ${words}, which is no right answer`,
    expected: 'an answer that the form offers and accepts',
    cure: 'Decide otherwise, or remove the line: then it is answered by itself.',
  });
}

type Stuck = {
  readonly persona: Persona;
  readonly chosen: readonly Decision[];
  readonly demands: readonly SubmissionDemand[];
};

/** The first demand of the form, from its top, that the student cannot keep, and why. */
function reportStuck({ persona, chosen, demands }: Stuck, proof: Proof): void {
  const kept: Demand[] = [...chosen];
  for (const demand of demands) {
    if (stateWith(formulasOf([...kept, demand]), proof)) {
      kept.push(demand);
      continue;
    }
    // Mostly what was decided is reason enough, and the proof then short.
    const isEnough = !stateWith(formulasOf([...chosen, demand]), proof);
    const conflict = smallestConflict([...(isEnough ? chosen : kept), demand], proof);
    const others = formulasOf(conflict).filter((formula) => formula !== demand.formula);
    const before = smallestStateWith(others, proof);
    proof.report(persona.at.at('title') ?? persona.at, {
      code: 'persona-stuck',
      found: `${persona.title}, who can no longer submit and is stuck at “${demand.question.fullLabel}”`,
      expected: 'a form that this student can submit',
      cure: `These exclude each other: ${inWords(conflict)}. Change one of them in the form, or what this student decides.`,
      ...(before && { witness: witnessOf(demand.question.page, before, proof.model) }),
    });
    return;
  }
}
