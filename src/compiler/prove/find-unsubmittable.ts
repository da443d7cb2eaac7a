import { type Proof, stateWith, whyNever } from './proof.ts';
import { submissionDemands } from './submission.ts';

/** Reports what must be answered but is in no application that can be submitted. */
export async function findUnsubmittable(proof: Proof): Promise<void> {
  const { model, partner, report } = proof;
  const demandsAround = submissionDemands(model);
  for (const question of model.questions.values()) {
    const required = model.required(question);
    const at = partner.taken.keys.get(question.key)?.property;
    if (!at || !(await stateWith([required], proof))) continue;
    const goal = model.answered(question);
    const demands = demandsAround(goal);
    if (await stateWith([goal, ...demands.map(({ formula }) => formula)], proof)) continue;
    const words = `“${question.fullLabel}” is answered`;
    report(at, {
      code: 'in-no-application',
      found: `the question "${question.key}", which must be answered by some students but is in no application that can be submitted`,
      expected: 'a question that a student can answer and then submit',
      cure: `${await whyNever([], proof, [{ formula: goal, words, at }, ...demands])}.`,
    });
  }
}
