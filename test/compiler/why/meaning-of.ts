import type { Facts } from '#form/definition/definition.ts';

/** Evaluates a sentence for some answers. */
export type Meaning = (facts: Facts) => boolean;

/**
 * Parses a condition in words, as people would read it: `“q0” is “X” and not (“q1” is checked)`. Questions are named
 * by key, and options by value in capitals.
 */
export function meaningOf(words: string): Meaning {
  const reader = new Reader(words);
  const meaning = reader.condition();
  if (reader.rest !== '') throw new Error(`"${reader.rest}" is left of "${words}".`);
  return meaning;
}

class Reader {
  rest: string;

  constructor(words: string) {
    this.rest = words;
  }

  condition(): Meaning {
    const parts = [this.#part()];
    const word = / and | or /y.exec(this.rest)?.[0];
    if (word === undefined) return (facts) => parts.every((part) => part(facts));
    while (this.#takes(word)) parts.push(this.#part());
    return word === ' or '
      ? (facts) => parts.some((part) => part(facts))
      : (facts) => parts.every((part) => part(facts));
  }

  #part(): Meaning {
    if (this.#takes('not (')) {
      const inner = this.#closed();
      return (facts) => !inner(facts);
    }
    return this.#takes('(') ? this.#closed() : this.#comparison();
  }

  #closed(): Meaning {
    const inner = this.condition();
    if (!this.#takes(')')) throw new Error(`A bracket is not closed before "${this.rest}".`);
    return inner;
  }

  #comparison(): Meaning {
    const [whole, key = '', words = ''] =
      /^“(q\d)” is ((?:not )?(?:answered|checked|unchecked|“.”|at least \d|at most \d|below \d|above \d|\d))/.exec(
        this.rest,
      ) ?? [];
    if (whole === undefined) throw new Error(`"${this.rest}" is no comparison.`);
    this.rest = this.rest.slice(whole.length);
    const isNegated = words.startsWith('not ');
    const compared = isNegated ? words.slice('not '.length) : words;
    return (facts) => matches(compared, facts[key]) !== isNegated;
  }

  #takes(word: string): boolean {
    if (!this.rest.startsWith(word)) return false;
    this.rest = this.rest.slice(word.length);
    return true;
  }
}

function matches(words: string, answer: Facts[string] | undefined): boolean {
  if (words === 'answered') return answer !== undefined;
  if (words === 'checked') return answer === true;
  if (words === 'unchecked') return answer === false;
  const number = Number(/\d/.exec(words)?.[0]);
  if (words.startsWith('at least')) return answer !== undefined && Number(answer) >= number;
  if (words.startsWith('at most')) return answer !== undefined && Number(answer) <= number;
  if (words.startsWith('below')) return answer !== undefined && Number(answer) < number;
  if (words.startsWith('above')) return answer !== undefined && Number(answer) > number;
  if (words.startsWith('“')) return answer === words.slice(1, -1).toLowerCase();
  return answer === number;
}
