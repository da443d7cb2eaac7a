import type { Bool, Context } from 'z3-solver';
import { type Formula, range, type Variable } from './formula.ts';
import type { Laws, Solution } from './search.ts';

type Z3 = Context<'form'>;

/**
 * The same question as `search` answers, put to the SMT solver Z3: for goals on which a search takes too long.
 *
 * @param most the most variables that may differ from a new application
 * @returns undefined when there are no such values, which is then proven
 * @throws Error when Z3 gives up
 */
export async function solveBySmt(
  goals: readonly Formula[],
  laws: Laws,
  most?: number,
): Promise<Solution | undefined> {
  // 30 MB that hardly any form needs.
  const { init, killThreads } = await import('z3-solver');
  const { Context: NewContext, em } = await init();
  try {
    const encoding = new Encoding(new NewContext('form'), laws);
    return await encoding.solve(goals, most);
  } finally {
    await killThreads(em);
  }
}

/** A Boolean per value of each variable, exactly one of them true. */
class Encoding {
  readonly #z3: Z3;
  readonly #laws: Laws;
  readonly #values = new Map<Variable, readonly Bool<'form'>[]>();
  readonly #waiting: Variable[] = [];

  constructor(z3: Z3, laws: Laws) {
    this.#z3 = z3;
    this.#laws = laws;
  }

  async solve(goals: readonly Formula[], most: number | undefined): Promise<Solution | undefined> {
    const solver = new this.#z3.Solver();
    for (const goal of goals) solver.add(this.#encode(goal));
    // Grows while it is walked: a law may name further variables.
    for (const variable of this.#waiting) {
      const values = this.#valuesOf(variable);
      solver.add(this.#exactlyOne(values));
      for (const [value, is] of values.entries()) {
        if (value === 0) continue;
        for (const law of this.#laws(variable, value)) solver.add(this.#z3.Implies(is, this.#encode(law)));
      }
    }
    const unchanged = [...this.#values.values()].flatMap(([first]) => first ?? []);
    const [some, ...others] = unchanged;
    if (most !== undefined && some) {
      const ones = unchanged.map(() => 1);
      const least = unchanged.length - most;
      solver.add(this.#z3.PbGe([some, ...others], [1, ...ones.slice(1)], least));
    }
    const outcome = await solver.check();
    if (outcome === 'unknown') throw new Error(`Z3 gives up: ${solver.reasonUnknown()}`);
    if (outcome === 'unsat') return undefined;
    const model = solver.model();
    return new Map(
      [...this.#values].flatMap(([variable, values]) => {
        const value = values.findIndex((each) => this.#z3.isTrue(model.eval(each, true)));
        return value > 0 ? [[variable, value] as const] : [];
      }),
    );
  }

  #exactlyOne(values: readonly Bool<'form'>[]): Bool<'form'> {
    const [first, ...rest] = values;
    if (!first) return this.#z3.Bool.val(false);
    return this.#z3.PbEq([first, ...rest], [1, ...rest.map(() => 1)], 1);
  }

  #valuesOf(variable: Variable): readonly Bool<'form'>[] {
    const known = this.#values.get(variable);
    if (known) return known;
    const values = range(variable.size).map((value) => this.#z3.Bool.const(`${variable.index} ${value}`));
    this.#values.set(variable, values);
    this.#waiting.push(variable);
    return values;
  }

  #encode(formula: Formula): Bool<'form'> {
    const z3 = this.#z3;
    switch (formula.kind) {
      case 'is': {
        const values = this.#valuesOf(formula.variable);
        return z3.Or(...[...formula.values].flatMap((value) => values[value] ?? []));
      }
      case 'not':
        return z3.Not(this.#encode(formula.of));
      case 'all':
        return z3.And(...formula.of.map((each) => this.#encode(each)));
      case 'any':
        return z3.Or(...formula.of.map((each) => this.#encode(each)));
      case 'joint':
        return z3.Or(
          ...combinations(formula.variables)
            .filter(formula.holds)
            .map((values) => this.#these(formula.variables, values)),
        );
      case 'sum':
        return this.#sum(formula.variables, formula.least);
      default:
        return formula;
    }
  }

  #these(variables: readonly Variable[], values: readonly number[]): Bool<'form'> {
    return this.#z3.And(
      ...variables.flatMap((variable, index) => this.#valuesOf(variable)[values[index] ?? 0] ?? []),
    );
  }

  #sum(variables: readonly Variable[], least: number): Bool<'form'> {
    const parts = variables.flatMap((variable) =>
      this.#valuesOf(variable).map((is, value) => ({ is, value })),
    );
    const [first, ...rest] = parts;
    if (!first) return this.#z3.Bool.val(least <= 0);
    return this.#z3.PbGe(
      [first.is, ...rest.map(({ is }) => is)],
      [first.value, ...rest.map(({ value }) => value)],
      least,
    );
  }
}

/** All ways of choosing a value of each variable. */
function combinations(variables: readonly Variable[]): readonly (readonly number[])[] {
  return variables.reduce<readonly (readonly number[])[]>(
    (all, { size }) => all.flatMap((values) => range(size).map((value) => [...values, value])),
    [[]],
  );
}
