import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { companionKey } from '#form/definition/answer.ts';
import type { AnswerValue, Comparison, Constraints, Facts } from '#form/definition/definition.ts';
import { FALSE, type Formula, TRUE, type Variable, all, any, is, not, range } from '../solve/formula.ts';
import type { Solution } from '../solve/solve.ts';
import { meets } from './answer-values.ts';

/** Possible answers of a question as variables, and statements about them as formulas. */
export type Domain = {
  readonly variables: readonly Variable[];
  readonly answered: Formula;
  /** Formula for a comparison with the answer or its stored label. */
  readonly compare: (comparison: Comparison) => Formula;
  /** Formula: the answer satisfies the constraints, or is missing. */
  readonly meets: (constraints: Constraints) => Formula;
  /** Formula: the answer is one of these. */
  readonly among: (values: ReadonlySet<string>) => Formula;
  /** Formula: no exclusive option is chosen together with others. */
  readonly alone: Formula;
  readonly decode: (solution: Solution) => AnswerValue | undefined;
};

export type NewVariable = (name: string, size: number) => Variable;

/** Labels by value, if the label of the chosen option is stored. */
export type Labels = ReadonlyMap<string, string>;

/** Domain of a question with a single value. */
export function singleDomain(
  key: string,
  values: readonly AnswerValue[],
  { labels, create }: { readonly labels: Labels; readonly create: NewVariable },
): Domain {
  const variable = create(key, values.length + 1);
  const factsAt = (choice: number): Facts => {
    const value = choice === 0 ? undefined : values[choice - 1];
    if (value === undefined) return {};
    return { [key]: value, [companionKey(key)]: labels.get(String(value)) ?? String(value) };
  };
  const where = (holds: (value: AnswerValue) => boolean): readonly number[] =>
    values.flatMap((value, index) => (holds(value) ? [index + 1] : []));
  return {
    variables: [variable],
    answered: not(is(variable, [0])),
    compare: (comparison) =>
      is(
        variable,
        range(variable.size).filter((choice) => evaluateCondition(comparison, factsAt(choice))),
      ),
    meets: (constraints) => is(variable, [0, ...where((value) => meets(value, constraints))]),
    among: (known) =>
      is(
        variable,
        where((value) => known.has(String(value))),
      ),
    alone: TRUE,
    decode: (solution) => values[(solution.get(variable) ?? 0) - 1],
  };
}

/** Domain of a multiple choice: groups of options that no condition distinguishes, counted up to `highest`. */
export function listDomain(
  key: string,
  groups: readonly (readonly string[])[],
  {
    highest,
    alone,
    create,
  }: { readonly highest: number; readonly alone: ReadonlySet<string>; readonly create: NewVariable },
): Domain {
  const variables = groups.map((group, index) =>
    create(`${key} ${index}`, Math.min(group.length, highest + 1) + 1),
  );
  const atLeast = (least: number): Formula => {
    if (least <= 0) return TRUE;
    return variables.reduce((sum, { size }) => sum + size - 1, 0) < least
      ? FALSE
      : { kind: 'sum', variables, least };
  };
  const answered = any(variables.map((variable) => not(is(variable, [0]))));
  const holdsAny = (known: ReadonlySet<string>): Formula =>
    any(
      variables.flatMap((variable, index) =>
        groups[index]?.some((option) => known.has(option)) ? [not(is(variable, [0]))] : [],
      ),
    );
  return {
    variables,
    answered,
    compare: (comparison) => compareList(comparison, answered, holdsAny),
    meets: ({ minItems, maxItems }) =>
      any([
        not(answered),
        all([atLeast(minItems ?? 0), maxItems === undefined ? TRUE : not(atLeast(maxItems + 1))]),
      ]),
    among: holdsAny,
    alone: all(
      variables.flatMap((variable, index) => {
        const others = variables.filter((other) => other !== variable).map((other) => is(other, [0]));
        return groups[index]?.some((option) => alone.has(option))
          ? [any([is(variable, [0]), all(others)])]
          : [];
      }),
    ),
    decode: (solution) => {
      const chosen = variables.flatMap((variable, index) =>
        (groups[index] ?? []).slice(0, solution.get(variable) ?? 0),
      );
      return chosen.length === 0 ? undefined : chosen;
    },
  };
}

function compareList(
  comparison: Comparison,
  answered: Formula,
  holdsAny: (known: ReadonlySet<string>) => Formula,
): Formula {
  const { operator, target } = comparison;
  const targets = new Set(typeof target === 'object' ? target : [String(target ?? '')]);
  switch (operator) {
    case 'answered':
      return answered;
    case 'notAnswered':
      return not(answered);
    case 'equals':
    case 'in':
      return holdsAny(targets);
    case 'notEquals':
    case 'notIn':
      return not(holdsAny(targets));
    default:
      // Lists have no order; the check rejects such comparisons.
      return FALSE;
  }
}
