import type { Question } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Requirement, type Proof, proveAt, stateWith, explainConflict } from './proof.ts';
import type { FormModel } from './formulas/form-model.ts';
import { type Formula, TRUE, type Variable, implies, variablesOf } from './solve/formula.ts';

/** A question's requirement for submission. */
export type SubmissionDemand = Requirement & { readonly question: Question };

/** A part of a form whose answers are independent of all others. */
export type SubmissionPart = {
  readonly demands: readonly SubmissionDemand[];
  readonly goals: readonly Formula[];
};

/** Splits a form into independent parts, with the goals about each. */
export function submissionParts(model: FormModel, goals: readonly Formula[]): readonly SubmissionPart[] {
  const demands = demandsOf(model);
  const groups = groupsOf(model, [...demands, ...goals.map((formula) => ({ formula }))]);
  const goalsByGroup = Map.groupBy(goals, (goal) => groups.ofFormula(goal));
  const demandsByGroup = Map.groupBy(demands, ({ formula }) => groups.ofFormula(formula));
  return [...new Set([...goalsByGroup.keys(), ...demandsByGroup.keys()])].map((group) => ({
    demands: demandsByGroup.get(group) ?? [],
    goals: goalsByGroup.get(group) ?? [],
  }));
}

function demandsOf(model: FormModel): readonly SubmissionDemand[] {
  const demands = [...model.questions.values()].flatMap((question): readonly SubmissionDemand[] => [
    {
      question,
      formula: implies(model.required(question), model.answered(question)),
      words: `“${question.fullLabel}” is answered where it is required`,
    },
    { question, formula: model.valid(question), words: `“${question.fullLabel}” is valid` },
  ]);
  return demands.filter(({ formula }) => formula !== TRUE);
}

function groupsOf(model: FormModel, connected: readonly Pick<Requirement, 'formula'>[]): Groups {
  const groups = new Groups();
  for (const { formula } of connected) groups.join(variablesOf(formula));
  for (const key of model.questions.keys()) {
    // Laws connect a question with the variables they refer to.
    const laws = model.lawsOf(key).flatMap((law) => [...variablesOf(law)]);
    groups.join(new Set([...model.domain(key).variables, ...laws]));
  }
  return groups;
}

/** Disjoint sets of variables (union-find). */
class Groups {
  readonly #parents = new Map<Variable, Variable>();

  join(variables: ReadonlySet<Variable>): void {
    const [first, ...others] = variables;
    const root = this.of(first);
    if (!root) return;
    for (const each of others) {
      const other = this.of(each);
      if (other && other !== root) this.#parents.set(other, root);
    }
  }

  ofFormula(formula: Formula): Variable | undefined {
    return this.of(variablesOf(formula).values().next().value);
  }

  of(variable: Variable | undefined): Variable | undefined {
    let root = variable;
    for (let parent = variable; parent; parent = this.#parents.get(parent)) root = parent;
    return root;
  }
}

/** Reports required questions that no submittable application contains. */
export function findUnsubmittable(proof: Proof): void {
  const { model, partner } = proof;
  const byGoal = new Map([...model.questions.values()].map((each) => [model.answered(each), each]));
  for (const { goals, demands } of submissionParts(model, [...byGoal.keys()])) {
    for (const goal of goals) {
      const question = byGoal.get(goal);
      const at = question && partner.taken.keys.get(question.key)?.property;
      if (at) proveAt(at, proof, () => checkSubmittable({ question, goal, demands, at }, proof));
    }
  }
}

type Submission = Pick<SubmissionPart, 'demands'> & {
  readonly question: Question;
  readonly goal: Formula;
  readonly at: Cursor;
};

function checkSubmittable({ question, goal, demands, at }: Submission, proof: Proof): void {
  if (!stateWith([proof.model.required(question)], proof)) return;
  if (stateWith([goal, ...demands.map(({ formula }) => formula)], proof)) return;
  const words = `“${question.fullLabel}” is answered`;
  proof.report(at, {
    code: 'in-no-application',
    found: `the question "${question.key}", which must be answered by some students but is in no application that can be submitted`,
    expected: 'a question that a student can answer and then submit',
    cure: `${explainConflict([], proof, [{ formula: goal, words, at }, ...demands])}.`,
  });
}
