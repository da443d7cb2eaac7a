import type { Question } from '#form/definition/definition.ts';
import type { Demand } from './conflict.ts';
import type { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { type Formula, implies, TRUE, type Variable, variablesOf } from '#compiler/prove/solve/formula.ts';

/** What a question demands of an application that is submitted. */
export type SubmissionDemand = Demand & { readonly question: Question };

/** What an application must keep to be submitted, as far as it has to do with a goal. */
export type SubmissionDemands = (goal: Formula) => readonly Demand[];

/**
 * Everything that must hold of an application that is submitted: what is required is answered, and what is answered
 * is right. It is grouped, so that only what has answers in common with a goal, directly or through others, is looked at.
 */
export function submissionDemands(model: FormModel): SubmissionDemands {
  const demands = demandsOf(model);
  const groups = groupsOf(model, demands);
  const byGroup = Map.groupBy(demands, ({ formula }) => groups.ofFormula(formula));
  return (goal) => {
    const touched = new Set([...variablesOf(goal)].map((variable) => groups.of(variable)));
    return [...touched].flatMap((group) => byGroup.get(group) ?? []);
  };
}

/** A part of a form whose answers have nothing to do with those of the other parts. */
export type SubmissionPart = {
  readonly demands: readonly SubmissionDemand[];
  readonly goals: readonly Formula[];
};

/** The parts of a form, each with those of the goals that are about it. */
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
    { question, formula: model.valid(question), words: `“${question.fullLabel}” is right` },
  ]);
  return demands.filter(({ formula }) => formula !== TRUE);
}

function groupsOf(model: FormModel, connected: readonly Pick<Demand, 'formula'>[]): Groups {
  const groups = new Groups();
  for (const { formula } of connected) groups.join(variablesOf(formula));
  for (const key of model.questions.keys()) {
    // A question belongs to what its laws name.
    const laws = model.lawsOf(key).flatMap((law) => [...variablesOf(law)]);
    groups.join(new Set([...model.domain(key).variables, ...laws]));
  }
  return groups;
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

  ofFormula(formula: Formula): Variable | undefined {
    return this.of(variablesOf(formula).values().next().value);
  }

  of(variable: Variable | undefined): Variable | undefined {
    let root = variable;
    for (let parent = variable; parent; parent = this.#parents.get(parent)) root = parent;
    return root;
  }
}
