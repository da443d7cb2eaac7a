import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { all, evaluate, FALSE, type Formula, is, not, range, TRUE } from '#compiler/prove/solve/formula.ts';
import { holds, type Solution, solve, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import { companionKey } from '#form/definition/answer.ts';
import type { FormState, Question } from '#form/definition/definition.ts';
import { tabGroupsOf } from '#form/definition/form-part.ts';
import { comparisonsByKey } from '#compiler/prove/formulas/form-conditions.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { layoutPlaces } from '#compiler/prove/layout-places.ts';
import { type SubmissionPart, submissionParts } from '#compiler/prove/submission.ts';

/**
 * Returns a few submittable applications that together cover the form: every question, every answer that a condition
 * distinguishes, every tab, switch case, dependent list, and everything else with a condition that can be visible.
 * They answer all other visible questions, too. Deterministic. Documents count as attached.
 *
 * @param now reference date for calendar bounds and lists of years
 */
export function coveringApplicants(partner: CompiledPartner, now: Date): readonly FormState[] {
  const model = new FormModel(partner.definition, now);
  const covers: (readonly Solution[])[] = [];
  for (const part of submissionParts(model, goalsOf(partner, model)))
    covers.push(solutionsCovering(part, model));
  const count = Math.max(1, ...covers.map(({ length }) => length));
  return range(count).map((index) => {
    const solutions = covers.flatMap((cover) => [...(cover[index % cover.length] ?? [])]);
    const { answers, tabs } = model.stateOf(new Map(solutions));
    return { answers, tabs, counts: {} };
  });
}

/** Goals that at least one application must cover. */
function goalsOf(partner: CompiledPartner, model: FormModel): readonly Formula[] {
  const places = layoutPlaces(partner).flatMap(({ around, own }) =>
    own ? [all([...around, own].map((condition) => model.formula(condition)))] : [],
  );
  const tabs = tabGroupsOf(model.definition).flatMap((group) =>
    group.tabs.map(({ id }) => model.formula({ valueKey: group.id, operator: 'equals', target: id })),
  );
  const questions = [...model.questions.values()];
  const goals = [
    ...questions.map((question) => given(question, model)),
    ...tabs,
    ...places,
    ...questions.flatMap((question) => listGoals(question, model)),
    ...valueGoals(questions, model),
  ];
  return [...new Set(goals)].filter((goal) => goal !== TRUE && goal !== FALSE);
}

function given(question: Question, model: FormModel): Formula {
  return all([model.visible(question), model.answered(question)]);
}

function listGoals(question: Question, model: FormModel): readonly Formula[] {
  const { valueKey = '', lists = {} } = question.dependsOn ?? {};
  return Object.keys(lists).map((target) =>
    all([given(question, model), model.formula({ valueKey, operator: 'equals', target })]),
  );
}

/** The answers that the form's conditions distinguish. */
function valueGoals(questions: readonly Question[], model: FormModel): readonly Formula[] {
  const comparisons = comparisonsByKey(model.definition);
  return questions.flatMap(({ key }) => {
    const own = [...(comparisons.get(key) ?? []), ...(comparisons.get(companionKey(key)) ?? [])];
    const { variables, answered } = model.domain(key);
    const formulas = own.map((comparison) => model.formula(comparison));
    const [variable] = variables;
    if (!variable || variables.length > 1) {
      return formulas.flatMap((formula) => [all([answered, formula]), all([answered, not(formula)])]);
    }
    const signature = (value: number): string =>
      formulas.map((formula) => evaluate(formula, atIndex(variable.index, value))).join();
    const apart = Map.groupBy(range(variable.size).slice(1), signature);
    return formulas.length === 0 ? [] : [...apart.values()].map((values) => is(variable, values));
  });
}

function atIndex(index: number, value: number): readonly (number | undefined)[] {
  const assignment: (number | undefined)[] = [];
  assignment[index] = value;
  return assignment;
}

/** Solutions of a part, each covering as many remaining goals as possible. */
function solutionsCovering({ demands, goals }: SubmissionPart, model: FormModel): readonly Solution[] {
  const cover: Solution[] = [];
  const remaining = new Set(goals);
  for (const goal of goals) {
    if (!remaining.has(goal)) continue;
    const kept = [...demands.map(({ formula }) => formula), goal];
    const first = solutionOrUndefined(kept, model);
    if (!first) continue;
    let solution = first;
    for (const further of new Set([...remaining, ...goals])) {
      const wider = holds(further, solution) ? solution : solutionOrUndefined([...kept, further], model);
      if (!wider) continue;
      kept.push(further);
      solution = wider;
    }
    for (const met of kept) remaining.delete(met);
    cover.push(solution);
  }
  return cover;
}

function solutionOrUndefined(goals: readonly Formula[], { laws }: FormModel): Solution | undefined {
  return unlessUndecided(
    () => solve(goals, laws),
    () => undefined,
  );
}
