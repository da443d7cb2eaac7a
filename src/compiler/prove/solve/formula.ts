import { memoizeByObject } from '#form/definition/memoize-by-object.ts';

/** An answer, tab or confirmation with a few values; 0 is that of a new application. */
export type Variable = { readonly index: number; readonly name: string; readonly size: number };

export type Formula =
  | { readonly kind: 'is'; readonly variable: Variable; readonly values: ReadonlySet<number> }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'not'; readonly of: Formula }
  | {
      /** Depends on the values of several variables together, in order. */
      readonly kind: 'joint';
      readonly variables: readonly Variable[];
      readonly holds: (values: readonly number[]) => boolean;
    }
  | {
      /** True if the values of the variables add up to `least` or more. */
      readonly kind: 'sum';
      readonly variables: readonly Variable[];
      readonly least: number;
    };

/** Variable values by index; undefined while open. */
export type Assignment = readonly (number | undefined)[];

export const TRUE: Formula = { kind: 'all', of: [] };
export const FALSE: Formula = { kind: 'any', of: [] };

/** True for exactly these values of a variable. */
export function is(variable: Variable, values: readonly number[]): Formula {
  const known = new Set(values.filter((value) => value >= 0 && value < variable.size));
  if (known.size === 0) return FALSE;
  return known.size === variable.size ? TRUE : { kind: 'is', variable, values: known };
}

export function all(formulas: readonly Formula[]): Formula {
  return joined('all', formulas);
}

export function any(formulas: readonly Formula[]): Formula {
  return joined('any', formulas);
}

export function not(formula: Formula): Formula {
  if (formula === TRUE) return FALSE;
  if (formula === FALSE) return TRUE;
  return formula.kind === 'not' ? formula.of : { kind: 'not', of: formula };
}

export function implies(condition: Formula, consequence: Formula): Formula {
  return any([not(condition), consequence]);
}

function joined(kind: 'all' | 'any', formulas: readonly Formula[]): Formula {
  const [neutral, decisive] = kind === 'all' ? [TRUE, FALSE] : [FALSE, TRUE];
  const of = formulas.flatMap((each) => {
    if (each === neutral) return [];
    return each.kind === kind ? each.of : [each];
  });
  if (of.includes(decisive)) return decisive;
  if (of.length === 0) return neutral;
  const [only] = of;
  return of.length === 1 && only ? only : { kind, of };
}

/** Evaluates a formula; undefined while the known values do not decide it. */
export function evaluate(formula: Formula, assignment: Assignment): boolean | undefined {
  switch (formula.kind) {
    case 'is': {
      const value = assignment[formula.variable.index];
      return value === undefined ? undefined : formula.values.has(value);
    }
    case 'not': {
      const inner = evaluate(formula.of, assignment);
      return inner === undefined ? undefined : !inner;
    }
    case 'joint': {
      const values = formula.variables.flatMap(({ index }) => assignment[index] ?? []);
      return values.length < formula.variables.length ? undefined : formula.holds(values);
    }
    case 'sum':
      return evaluateSum(formula.variables, formula.least, assignment);
    default:
      return evaluateJoined(formula.kind, formula.of, assignment);
  }
}

function evaluateJoined(
  kind: 'all' | 'any',
  of: readonly Formula[],
  assignment: Assignment,
): boolean | undefined {
  const decisive = kind === 'any';
  let isOpen = false;
  for (const each of of) {
    const value = evaluate(each, assignment);
    if (value === decisive) return decisive;
    isOpen ||= value === undefined;
  }
  return isOpen ? undefined : !decisive;
}

function evaluateSum(
  variables: readonly Variable[],
  least: number,
  assignment: Assignment,
): boolean | undefined {
  let sum = 0;
  let possible = 0;
  for (const variable of variables) {
    const value = assignment[variable.index];
    sum += value ?? 0;
    possible += value ?? variable.size - 1;
  }
  if (sum >= least) return true;
  return possible < least ? false : undefined;
}

/** Returns an open variable that may decide an undecided formula. */
export function openVariable(formula: Formula, assignment: Assignment): Variable | undefined {
  const open = (variable: Variable) => assignment[variable.index] === undefined;
  switch (formula.kind) {
    case 'is':
      return open(formula.variable) ? formula.variable : undefined;
    case 'not':
      return openVariable(formula.of, assignment);
    case 'joint':
    case 'sum':
      return formula.variables.find(open);
    default:
      for (const each of formula.of) {
        if (evaluate(each, assignment) !== undefined) continue;
        return openVariable(each, assignment);
      }
      return undefined;
  }
}

/** Returns the variables of a formula. */
export const variablesOf: (formula: Formula) => ReadonlySet<Variable> = memoizeByObject(
  (formula: Formula) => new Set(mentioned(formula)),
);

function mentioned(formula: Formula): readonly Variable[] {
  switch (formula.kind) {
    case 'is':
      return [formula.variable];
    case 'not':
      return [...variablesOf(formula.of)];
    case 'joint':
    case 'sum':
      return formula.variables;
    default:
      return formula.of.flatMap((each) => [...variablesOf(each)]);
  }
}

/** Substitutes values for some variables. */
export function substitute(formula: Formula, values: ReadonlyMap<Variable, number>): Formula {
  if (![...variablesOf(formula)].some((variable) => values.has(variable))) return formula;
  switch (formula.kind) {
    case 'is': {
      const value = values.get(formula.variable);
      if (value === undefined) return formula;
      return formula.values.has(value) ? TRUE : FALSE;
    }
    case 'not':
      return not(substitute(formula.of, values));
    case 'joint':
      return substituteJoint(formula, values);
    case 'sum': {
      const open = formula.variables.filter((variable) => !values.has(variable));
      const known = formula.variables.reduce((sum, variable) => sum + (values.get(variable) ?? 0), 0);
      const least = formula.least - known;
      if (least <= 0) return TRUE;
      return open.length === 0 ? FALSE : { kind: 'sum', variables: open, least };
    }
    default:
      return joined(
        formula.kind,
        formula.of.map((each) => substitute(each, values)),
      );
  }
}

function substituteJoint(
  { variables, holds }: Extract<Formula, { kind: 'joint' }>,
  values: ReadonlyMap<Variable, number>,
): Formula {
  const open = variables.filter((variable) => !values.has(variable));
  const decide = (chosen: readonly number[]): boolean => {
    const rest = [...chosen];
    return holds(variables.map((variable) => values.get(variable) ?? rest.shift() ?? 0));
  };
  const [only] = open;
  if (only === undefined) return decide([]) ? TRUE : FALSE;
  if (open.length > 1) return { kind: 'joint', variables: open, holds: decide };
  return is(
    only,
    range(only.size).filter((value) => decide([value])),
  );
}

/** Returns 0 to `size` − 1. */
export function range(size: number): readonly number[] {
  return Array.from({ length: size }, (_, index) => index);
}
