import { getOrInsert } from '#compiler/source/memoize.ts';
import { CharacterKinds, includes } from './characters.ts';
import { END_OF_TEXT, patternTerms, type PatternTerms, type Term } from './pattern-terms.ts';
import { type Diagram, FALSE, TRUE, TruthDiagrams } from './truth-diagrams.ts';

const automata = new Map<string, PatternAutomaton>();

/** Builds the automaton of texts that a pattern matches. Throws UndecidedPatternError for, e.g., lookbehinds. */
export function patternAutomaton(pattern: string): PatternAutomaton {
  return getOrInsert(automata, pattern, () => new PatternAutomaton(patternTerms(pattern)));
}

/**
 * A deterministic automaton that reads a text by character.
 *
 * A state is a formula over possible remainders, stored as a decision diagram over the next characters (Brzozowski
 * derivatives with the negation and conjunction needed for lookaheads), so equal states are one.
 */
export class PatternAutomaton {
  /** Characters it does not distinguish. */
  readonly kinds: CharacterKinds;
  readonly start: Diagram;
  readonly #readings: PatternTerms['readings'];
  readonly #diagrams = new TruthDiagrams();
  readonly #nexts = new Map<string, Diagram>();
  readonly #rests = new Map<number, Diagram>();

  constructor({ pattern, readings }: PatternTerms) {
    this.#readings = readings;
    this.kinds = new CharacterKinds([...readings.values()].map(({ characters }) => characters));
    this.start = new Evaluation(this.#diagrams, true).of(pattern);
  }

  next(state: Diagram, codePoint: number): Diagram {
    return getOrInsert(this.#nexts, `${state},${this.kinds.of(codePoint)}`, () =>
      this.#diagrams.replace(state, (variable) => this.#rest(variable, codePoint)),
    );
  }

  /** Whether a text that ends in this state matches. */
  accepts(state: Diagram): boolean {
    return this.#diagrams.holdsWithOnly(state, END_OF_TEXT);
  }

  #rest(variable: number, codePoint: number): Diagram {
    const reading = this.#readings.get(variable);
    if (!reading || !includes(reading.characters, codePoint)) return FALSE;
    return getOrInsert(this.#rests, variable, () => new Evaluation(this.#diagrams, false).of(reading.next));
  }
}

/** Evaluates terms at one position of the text. */
class Evaluation {
  readonly #diagrams: TruthDiagrams;
  readonly #isStart: boolean;
  readonly #open = new Set<Term>();
  #known = new Map<Term, Diagram>();

  constructor(diagrams: TruthDiagrams, isStart: boolean) {
    this.#diagrams = diagrams;
    this.#isStart = isStart;
  }

  of(term: Term): Diagram {
    const known = this.#known.get(term) ?? this.#diagramOf(term);
    this.#known.set(term, known);
    return known;
  }

  #diagramOf(term: Term): Diagram {
    switch (term.kind) {
      case 'always':
        return TRUE;
      case 'never':
        return FALSE;
      case 'start':
        return this.#isStart ? TRUE : FALSE;
      case 'end':
        return this.#diagrams.variable(END_OF_TEXT);
      case 'character':
        return this.#diagrams.variable(term.variable);
      case 'all':
        return term.terms.reduce((whole, each) => this.#diagrams.and(whole, this.of(each)), TRUE);
      case 'any':
        return term.terms.reduce((whole, each) => this.#diagrams.or(whole, this.of(each)), FALSE);
      case 'not':
        return this.#diagrams.not(this.of(term.term));
      case 'loop':
        return this.#loop(term, term.term);
    }
  }

  /** Ignores empty iterations: a loop that is still open matches nothing more. */
  #loop(loop: Term, body: Term): Diagram {
    if (this.#open.has(loop)) return FALSE;
    const known = this.#known;
    this.#known = new Map();
    this.#open.add(loop);
    const diagram = this.of(body);
    this.#open.delete(loop);
    this.#known = known;
    return diagram;
  }
}
