import { getOrInsert } from '#compiler/source/memoize.ts';

/** ID of a formula's diagram; equal formulas have equal IDs. */
export type Diagram = number;
export const FALSE: Diagram = 0;
export const TRUE: Diagram = 1;

type Choice = { readonly variable: number; readonly high: Diagram; readonly low: Diagram };

/** Reduced ordered binary decision diagrams (Bryant 1986). */
export class TruthDiagrams {
  readonly #choices: Choice[] = [
    { variable: Infinity, high: FALSE, low: FALSE },
    { variable: Infinity, high: TRUE, low: TRUE },
  ];
  readonly #known = new Map<string, Diagram>();
  readonly #results = new Map<string, Diagram>();

  variable(variable: number): Diagram {
    return this.#choice({ variable, high: TRUE, low: FALSE });
  }

  not(formula: Diagram): Diagram {
    return this.ifThenElse(formula, FALSE, TRUE);
  }

  and(one: Diagram, other: Diagram): Diagram {
    return this.ifThenElse(one, other, FALSE);
  }

  or(one: Diagram, other: Diagram): Diagram {
    return this.ifThenElse(one, TRUE, other);
  }

  ifThenElse(condition: Diagram, high: Diagram, low: Diagram): Diagram {
    if (condition === TRUE || high === low) return high;
    if (condition === FALSE) return low;
    if (high === TRUE && low === FALSE) return condition;
    return getOrInsert(this.#results, `${condition},${high},${low}`, () =>
      this.#branch(condition, high, low),
    );
  }

  #branch(condition: Diagram, high: Diagram, low: Diagram): Diagram {
    const variable = Math.min(...[condition, high, low].map((each) => this.#at(each).variable));
    const part = (formula: Diagram, side: 'high' | 'low'): Diagram => {
      const choice = this.#at(formula);
      return choice.variable === variable ? choice[side] : formula;
    };
    const side = (which: 'high' | 'low'): Diagram =>
      this.ifThenElse(part(condition, which), part(high, which), part(low, which));
    return this.#choice({ variable, high: side('high'), low: side('low') });
  }

  /** Substitutes a formula for each variable. */
  replace(formula: Diagram, replacement: (variable: number) => Diagram): Diagram {
    const done = new Map<Diagram, Diagram>([
      [FALSE, FALSE],
      [TRUE, TRUE],
    ]);
    const replaced = (each: Diagram): Diagram =>
      getOrInsert(done, each, () => {
        const { variable, high, low } = this.#at(each);
        return this.ifThenElse(replacement(variable), replaced(high), replaced(low));
      });
    return replaced(formula);
  }

  /** Evaluates the formula with exactly one true variable. */
  holdsWithOnly(formula: Diagram, variable: number): boolean {
    let at = formula;
    while (at !== TRUE && at !== FALSE) {
      const choice = this.#at(at);
      at = choice.variable === variable ? choice.high : choice.low;
    }
    return at === TRUE;
  }

  #choice(choice: Choice): Diagram {
    const { variable, high, low } = choice;
    if (high === low) return high;
    const name = `${variable},${high},${low}`;
    return getOrInsert(this.#known, name, () => this.#choices.push(choice) - 1);
  }

  #at(formula: Diagram): Choice {
    const choice = this.#choices[formula];
    if (!choice) throw new RangeError(`There is no formula ${formula}.`);
    return choice;
  }
}
