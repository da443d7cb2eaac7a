import type { Demand } from './conflict.ts';
import type { FormModel } from './form-model.ts';
import { type Formula, implies, TRUE, type Variable, variablesOf } from '#compiler/solve/formula.ts';

/** What an application must keep to be submitted, as far as it has to do with a goal. */
export type SubmissionDemands = (goal: Formula) => readonly Demand[];

/**
 * Everything that must hold of an application that is submitted: what is required is answered, and what is answered
 * is right. It is grouped, so that only what has answers in common with a goal, directly or through others, is looked at.
 */
export function submissionDemands(model: FormModel): SubmissionDemands {
  const demands = [...model.questions.values()].flatMap((question): readonly Demand[] => [
    {
      formula: implies(model.required(question), model.answered(question)),
      words: `“${question.fullLabel}” is answered where it is required`,
    },
    { formula: model.valid(question), words: `“${question.fullLabel}” is right` },
  ]);
  // A question belongs to what its laws name.
  const laws = [...model.questions.keys()].map(
    (key) =>
      new Set([...model.domain(key).variables, ...model.lawsOf(key).flatMap((law) => [...variablesOf(law)])]),
  );
  const groups = new Groups();
  for (const { formula } of demands) groups.join(variablesOf(formula));
  for (const variables of laws) groups.join(variables);
  const byGroup = Map.groupBy(
    demands.filter(({ formula }) => formula !== TRUE),
    ({ formula }) => groups.of(variablesOf(formula).values().next().value),
  );
  return (goal) => {
    const touched = new Set([...variablesOf(goal)].map((variable) => groups.of(variable)));
    return [...touched].flatMap((group) => byGroup.get(group) ?? []);
  };
}

/** Variables in disjoint groups (union-find). */
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

  of(variable: Variable | undefined): Variable | undefined {
    let root = variable;
    for (let parent = variable; parent; parent = this.#parents.get(parent)) root = parent;
    return root;
  }
}
