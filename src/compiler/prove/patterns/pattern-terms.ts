import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Characters, charactersOf, STORABLE } from './characters.ts';

/** Accepted remainders of a text at a position. What follows a character is a separate term. */
export type Term =
  | { readonly kind: 'always' | 'never' | 'start' | 'end' }
  | { readonly kind: 'character'; readonly variable: number }
  | { readonly kind: 'all' | 'any'; readonly terms: readonly Term[] }
  | { readonly kind: 'not'; readonly term: Term }
  | { readonly kind: 'loop'; term: Term };

/** A character to read, and the remainder after it. */
type Reading = { readonly characters: Characters; next: Term };

/** A pattern as terms. Variables are indexes of readings. */
export type PatternTerms = { readonly pattern: Term; readonly readings: ReadonlyMap<number, Reading> };

/** Variable that is true at the end of the text. */
export const END_OF_TEXT = 0;

/** A pattern that cannot be proved, with the reason as a sentence. */
export class UndecidedPatternError extends Error {}

/** Maximum number of readings; only nested large repetitions exceed it, which engines refuse or stall on too. */
const MAX_READINGS = 100_000;

/** Parses a pattern that matches anywhere. Throws UndecidedPatternError or SyntaxError. */
export function patternTerms(source: string): PatternTerms {
  const { alternatives } = new RegExpParser().parsePattern(source, undefined, undefined, { unicode: true });
  const builder = new TermBuilder();
  return { pattern: builder.searched(alternatives), readings: builder.readings };
}

const ALWAYS: Term = { kind: 'always' };

class TermBuilder {
  readonly readings = new Map<number, Reading>();

  /** Term that accepts a match here or anywhere later. */
  searched(alternatives: readonly AST.Alternative[]): Term {
    const skip: Reading = { characters: STORABLE, next: ALWAYS };
    const term: Term = { kind: 'any', terms: [this.#alternatives(alternatives, ALWAYS), this.#read(skip)] };
    skip.next = term;
    return term;
  }

  #alternatives(alternatives: readonly AST.Alternative[], rest: Term): Term {
    const terms = alternatives.map(({ elements }) =>
      elements.reduceRight((next, element) => this.#element(element, next), rest),
    );
    return only(terms) ?? { kind: 'any', terms };
  }

  #element(node: AST.Element, rest: Term): Term {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#read({ characters: charactersOf(node), next: rest });
      case 'Group':
        if (node.modifiers) throw new UndecidedPatternError(`it uses the modifiers ${node.modifiers.raw}`);
        return this.#alternatives(node.alternatives, rest);
      case 'CapturingGroup':
        return this.#alternatives(node.alternatives, rest);
      case 'Quantifier':
        return this.#repeated(node, rest);
      case 'Assertion':
        return { kind: 'all', terms: [this.#assertion(node), rest] };
      default:
        throw new UndecidedPatternError(`${node.raw} refers back to what a group has matched`);
    }
  }

  #repeated({ min, max, element }: AST.Quantifier, rest: Term): Term {
    let term = rest;
    if (max === Infinity) {
      const loop: Term = { kind: 'loop', term: rest };
      loop.term = { kind: 'any', terms: [rest, this.#element(element, loop)] };
      term = loop;
    } else {
      for (let count = min; count < max; count += 1) {
        term = { kind: 'any', terms: [rest, this.#element(element, term)] };
      }
    }
    for (let count = 0; count < min; count += 1) term = this.#element(element, term);
    return term;
  }

  #assertion(node: AST.Assertion): Term {
    if (node.kind === 'start' || node.kind === 'end') return { kind: node.kind };
    if (node.kind !== 'lookahead') throw new UndecidedPatternError(`${node.raw} looks at what is before it`);
    const term = this.#alternatives(node.alternatives, ALWAYS);
    return node.negate ? { kind: 'not', term } : term;
  }

  #read(reading: Reading): Term {
    if (reading.characters.length === 0) return { kind: 'never' };
    const variable = this.readings.size + 1;
    if (variable > MAX_READINGS) throw new UndecidedPatternError('it counts too far');
    this.readings.set(variable, reading);
    return { kind: 'character', variable };
  }
}

function only<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}
