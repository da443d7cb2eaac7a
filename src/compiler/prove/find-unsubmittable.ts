import type { Cursor } from '#compiler/source/cursor.ts';
import type { Question } from '#form/definition/definition.ts';
import { type Proof, proveAt, stateWith, whyNever } from './proof.ts';
import { type SubmissionDemands, submissionDemands } from './submission.ts';

/** Reports what must be answered but is in no application that can be submitted. */
export function findUnsubmittable(proof: Proof): void {
  const demandsAround = submissionDemands(proof.model);
  for (const question of proof.model.questions.values()) {
    const at = proof.partner.taken.keys.get(question.key)?.property;
    if (at) proveAt(at, proof, () => checkSubmittable(question, at, { proof, demandsAround }));
  }
}

type Submitting = { readonly proof: Proof; readonly demandsAround: SubmissionDemands };

function checkSubmittable(question: Question, at: Cursor, { proof, demandsAround }: Submitting): void {
  const { model, report } = proof;
  if (!stateWith([model.required(question)], proof)) return;
  const goal = model.answered(question);
  const demands = demandsAround(goal);
  if (stateWith([goal, ...demands.map(({ formula }) => formula)], proof)) return;
  const words = `“${question.fullLabel}” is answered`;
  report(at, {
    code: 'in-no-application',
    found: `the question "${question.key}", which must be answered by some students but is in no application that can be submitted`,
    expected: 'a question that a student can answer and then submit',
    cure: `${whyNever([], proof, [{ formula: goal, words, at }, ...demands])}.`,
  });
}
