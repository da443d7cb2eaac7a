import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Characters, charactersOf, STORABLE } from './characters.ts';

/** Accepted remainders of a text at a position. What follows a character is a separate term. */
export type Term =
  | { readonly kind: 'always' | 'never' | 'start' }
  /** The end of the text, or of a lookbehind's range. */
  | { readonly kind: 'end'; readonly variable: number }
  | { readonly kind: 'character'; readonly variable: number }
  | { readonly kind: 'all' | 'any'; readonly terms: readonly Term[] }
  | { readonly kind: 'not' | 'ahead'; readonly term: Term }
  | { readonly kind: 'behind'; readonly index: number }
  | { readonly kind: 'loop'; term: Term };

/** A character to read, the remainder after it, and the end of its lookbehind. */
type Reading = { readonly characters: Characters; next: Term; readonly within: number | undefined };

/** A pattern as terms. Variables are indexes of readings; others are ends. */
export type PatternTerms = {
  readonly pattern: Term;
  /** Terms of the lookbehinds, from the start of the text; inner ones first. */
  readonly behinds: readonly { readonly term: Term; readonly end: number }[];
  readonly readings: ReadonlyMap<number, Reading>;
};

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
  const pattern = builder.searched(
    (rest) => builder.alternatives(alternatives, rest, undefined),
    ALWAYS,
    undefined,
  );
  return { pattern, behinds: builder.behinds, readings: builder.readings };
}

const ALWAYS: Term = { kind: 'always' };

class TermBuilder {
  readonly readings = new Map<number, Reading>();
  readonly behinds: { readonly term: Term; readonly end: number }[] = [];
  #variables = END_OF_TEXT;

  /** Term that accepts a match here or anywhere later. */
  searched(build: (rest: Term) => Term, rest: Term, within: number | undefined): Term {
    const skip: Reading = { characters: STORABLE, next: ALWAYS, within };
    const term: Term = { kind: 'any', terms: [build(rest), this.#read(skip)] };
    skip.next = term;
    return term;
  }

  alternatives(alternatives: readonly AST.Alternative[], rest: Term, within: number | undefined): Term {
    const terms = alternatives.map(({ elements }) =>
      elements.reduceRight((next, element) => this.#element(element, next, within), rest),
    );
    return only(terms) ?? { kind: 'any', terms };
  }

  #element(node: AST.Element, rest: Term, within: number | undefined): Term {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#read({ characters: charactersOf(node), next: rest, within });
      case 'Group':
        if (node.modifiers) throw new UndecidedPatternError(`it uses the modifiers ${node.modifiers.raw}`);
        return this.alternatives(node.alternatives, rest, within);
      case 'CapturingGroup':
        return this.alternatives(node.alternatives, rest, within);
      case 'Quantifier':
        return this.#repeated(node, rest, within);
      case 'Assertion':
        return { kind: 'all', terms: [this.#assertion(node), rest] };
      default:
        throw new UndecidedPatternError(`${node.raw} refers back to what a group has matched`);
    }
  }

  #repeated({ min, max, element }: AST.Quantifier, rest: Term, within: number | undefined): Term {
    let term = rest;
    if (max === Infinity) {
      const loop: Term = { kind: 'loop', term: rest };
      loop.term = { kind: 'any', terms: [rest, this.#element(element, loop, within)] };
      term = loop;
    } else {
      for (let count = min; count < max; count += 1) {
        term = { kind: 'any', terms: [rest, this.#element(element, term, within)] };
      }
    }
    for (let count = 0; count < min; count += 1) term = this.#element(element, term, within);
    return term;
  }

  #assertion(node: AST.Assertion): Term {
    switch (node.kind) {
      case 'start':
        return { kind: 'start' };
      case 'end':
        return { kind: 'end', variable: END_OF_TEXT };
      case 'word':
        return this.#wordBoundary(node.negate);
      case 'lookahead': {
        const term = this.alternatives(node.alternatives, ALWAYS, undefined);
        return negated({ kind: 'ahead', term }, node.negate);
      }
      case 'lookbehind':
        return this.#behind((end, within) => this.alternatives(node.alternatives, end, within), node.negate);
    }
  }

  /** A word boundary, or its negation. */
  #wordBoundary(isNegated: boolean): Term {
    const before = this.#behind((end, within) => this.#read({ characters: WORD, next: end, within }), false);
    const after = this.#read({ characters: WORD, next: ALWAYS, within: undefined });
    const terms: readonly Term[] = [
      { kind: 'all', terms: [before, negated(after, true)] },
      { kind: 'all', terms: [negated(before, true), after] },
    ];
    return negated({ kind: 'any', terms }, isNegated);
  }

  #behind(build: (end: Term, within: number) => Term, isNegated: boolean): Term {
    const end = this.#variable();
    const term = this.searched((rest) => build(rest, end), { kind: 'end', variable: end }, end);
    this.behinds.push({ term, end });
    return negated({ kind: 'behind', index: this.behinds.length - 1 }, isNegated);
  }

  #read(reading: Reading): Term {
    if (reading.characters.length === 0) return { kind: 'never' };
    const variable = this.#variable();
    this.readings.set(variable, reading);
    return { kind: 'character', variable };
  }

  #variable(): number {
    this.#variables += 1;
    if (this.#variables > MAX_READINGS) throw new UndecidedPatternError('it counts too far');
    return this.#variables;
  }
}

const WORD: Characters = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

function negated(term: Term, isNegated: boolean): Term {
  return isNegated ? { kind: 'not', term } : term;
}

function only<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}
