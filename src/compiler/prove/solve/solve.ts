import { evaluate, type Formula, openVariable, type Variable, variablesOf } from './formula.ts';

/** Variables that differ from a new application, with their values. */
export type Solution = ReadonlyMap<Variable, number>;

/** Whether a formula is true for a solution; other variables are as in a new application. */
export function holds(formula: Formula, solution: Solution): boolean {
  const assignment: number[] = [];
  for (const variable of variablesOf(formula)) assignment[variable.index] = solution.get(variable) ?? 0;
  return evaluate(formula, assignment) === true;
}

/** Formulas that must hold once a variable is not 0. */
export type Laws = (variable: Variable, value: number) => readonly Formula[];

/** The search budget is used up; nothing is known about the goals. */
class UndecidedError extends Error {}

/** Maximum number of values tried; current forms need far fewer. */
const BUDGET = 20_000;

/**
 * Finds a state in which all goals hold; undefined proves that none does. Throws UndecidedError past its budget.
 *
 * A depth-first search over the variables of the goals, then of their laws, and so on; other variables stay 0. After a
 * contradiction it jumps back to the last variable involved (conflict-directed backjumping: P. Prosser, "Hybrid
 * algorithms for the constraint satisfaction problem", 1993).
 *
 * @param most variables that may differ from a new application
 */
export function solve(goals: readonly Formula[], laws: Laws, most = Infinity): Solution | undefined {
  const run = new Search(laws, most);
  const isOpen = run.demand(goals, undefined) === undefined;
  return isOpen && run.next(0) === true ? run.solution() : undefined;
}

/** Finds a state with the fewest answers, or with few if fewer are undecided. */
export function solveWithFewest(goals: readonly Formula[], laws: Laws): Solution | undefined {
  const any = solve(goals, laws);
  if (!any) return undefined;
  for (let most = 0; most < any.size; most += 1) {
    const fewest = unlessUndecided(
      () => solve(goals, laws, most),
      () => any,
    );
    if (fewest) return fewest;
  }
  return any;
}

/** Returns the result of a proof, or the fallback if the search gives up. */
export function unlessUndecided<Result, Fallback>(
  prove: () => Result,
  fallback: () => Fallback,
): Result | Fallback {
  try {
    return prove();
  } catch (error) {
    if (error instanceof UndecidedError) return fallback();
    throw error;
  }
}

/** Whether it is proven that no state satisfies all goals. */
export function isImpossible(goals: readonly Formula[], laws: Laws): boolean {
  return unlessUndecided(
    () => solve(goals, laws) === undefined,
    () => false,
  );
}

/** Maximum number of open variables; each takes a few stack frames. */
const MAX_OPEN = 1500;

type Conflict = ReadonlySet<Variable>;
type Demand = { readonly formula: Formula; readonly owner: Variable | undefined };

class Search {
  readonly #laws: Laws;
  /** Maximum number of variables that differ from a new application. */
  readonly #most: number;
  readonly #values: (number | undefined)[] = [];
  readonly #changed: Variable[] = [];
  readonly #assigned: Variable[] = [];
  readonly #demands: Demand[] = [];
  readonly #byVariable: Demand[][] = [];
  #tried = 0;

  constructor(laws: Laws, most: number) {
    this.#laws = laws;
    this.#most = most;
  }

  solution(): Solution {
    return new Map(this.#changed.map((variable) => [variable, this.#values[variable.index] ?? 0]));
  }

  /** Adds formulas; returns the variables of one that is already violated. */
  demand(formulas: readonly Formula[], owner: Variable | undefined): Conflict | undefined {
    for (const formula of formulas) {
      const value = evaluate(formula, this.#values);
      const demand = { formula, owner };
      if (value === false) return this.#reason(demand);
      this.#demands.push(demand);
      if (value !== undefined) continue;
      for (const { index } of variablesOf(formula)) (this.#byVariable[index] ??= []).push(demand);
    }
    return undefined;
  }

  /** Decides open demands from an index on; true, or the variables of a conflict. */
  next(from: number): true | Conflict {
    let position = from;
    for (; position < this.#demands.length; position += 1) {
      const demand = this.#demands[position];
      if (demand && evaluate(demand.formula, this.#values) === undefined) break;
    }
    const demand = this.#demands[position];
    if (!demand) return true;
    const variable = openVariable(demand.formula, this.#values);
    if (!variable) throw new Error('A formula is open although all of its variables have values.');
    return this.#branch(variable, position);
  }

  #branch(variable: Variable, position: number): true | Conflict {
    const blamed = new Set<Variable>();
    for (let value = 0; value < variable.size; value += 1) {
      this.#tried += 1;
      if (this.#tried > BUDGET || this.#assigned.length > MAX_OPEN) throw new UndecidedError();
      const conflict = this.#try(variable, value, position);
      if (conflict === true || !conflict.has(variable)) return conflict;
      for (const each of conflict) if (each !== variable) blamed.add(each);
    }
    return blamed;
  }

  #try(variable: Variable, value: number, position: number): true | Conflict {
    if (value !== 0 && this.#changed.length >= this.#most) return new Set([...this.#assigned, variable]);
    const undo = this.#assign(variable, value);
    const broken =
      this.#firstBroken(variable) ??
      (value === 0 ? undefined : this.demand(this.#laws(variable, value), variable));
    const outcome = broken ?? this.next(position);
    if (outcome !== true) undo();
    return outcome;
  }

  #assign(variable: Variable, value: number): () => void {
    const demands = this.#demands.length;
    this.#values[variable.index] = value;
    this.#assigned.push(variable);
    if (value !== 0) this.#changed.push(variable);
    return () => {
      for (const demand of this.#demands.splice(demands).toReversed()) {
        for (const { index } of variablesOf(demand.formula)) {
          const own = this.#byVariable[index];
          if (own?.at(-1) === demand) own.pop();
        }
      }
      if (value !== 0) this.#changed.pop();
      this.#assigned.pop();
      this.#values[variable.index] = undefined;
    };
  }

  #firstBroken(variable: Variable): Conflict | undefined {
    const broken = this.#byVariable[variable.index]?.find(
      ({ formula }) => evaluate(formula, this.#values) === false,
    );
    return broken && this.#reason(broken);
  }

  #reason({ formula, owner }: Demand): Conflict {
    const blamed = [...variablesOf(formula)].filter(({ index }) => this.#values[index] !== undefined);
    return new Set(owner ? [...blamed, owner] : blamed);
  }
}
