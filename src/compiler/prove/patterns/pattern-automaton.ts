import { getOrInsert } from '#compiler/source/memoize.ts';
import { CharacterKinds, includes } from './characters.ts';
import { END_OF_TEXT, patternTerms, type PatternTerms, type Term } from './pattern-terms.ts';
import { type Diagram, FALSE, TRUE, TruthDiagrams } from './truth-diagrams.ts';

const automata = new Map<string, PatternAutomaton>();

/** Builds the automaton of texts that a pattern matches. Throws UndecidedPatternError for back references. */
export function patternAutomaton(pattern: string): PatternAutomaton {
  return getOrInsert(automata, pattern, () => new PatternAutomaton(patternTerms(pattern)));
}

/** Remaining obligations: of the pattern, and of each lookbehind, which restarts at every position. */
type State = { readonly pattern: Diagram; readonly behinds: readonly Diagram[] };

/**
 * A deterministic automaton that reads a text by character. States are numbers from 0.
 *
 * A state is a formula over possible remainders, stored as a decision diagram over the next characters (Brzozowski
 * derivatives with the negation and conjunction needed for lookarounds), so equal states are one.
 */
export class PatternAutomaton {
  /** Characters it does not distinguish. */
  readonly kinds: CharacterKinds;
  readonly #terms: PatternTerms;
  readonly #diagrams = new TruthDiagrams();
  readonly #states: State[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #nexts = new Map<string, number>();
  readonly #rests = new Map<number, Diagram>();

  constructor(terms: PatternTerms) {
    this.#terms = terms;
    this.kinds = new CharacterKinds([...terms.readings.values()].map(({ characters }) => characters));
    this.#stateAfter((term, behinds) => new Evaluation(this.#diagrams, behinds, true).of(term));
  }

  next(state: number, codePoint: number): number {
    const name = `${state},${this.kinds.of(codePoint)}`;
    return getOrInsert(this.#nexts, name, () => this.#read(state, codePoint));
  }

  /** Whether a text that ends in this state matches. */
  accepts(state: number): boolean {
    return this.#diagrams.holdsWithOnly(this.#at(state).pattern, END_OF_TEXT);
  }

  #read(number: number, codePoint: number): number {
    const state = this.#at(number);
    // Remainders only depend on lookbehinds; without any they are reusable.
    if (this.#terms.behinds.length > 0) this.#rests.clear();
    return this.#stateAfter((_, behinds, index) => {
      const before = index === undefined ? state.pattern : (state.behinds[index] ?? FALSE);
      return this.#diagrams.replace(before, (variable) => this.#rest(variable, codePoint, behinds));
    });
  }

  #rest(variable: number, codePoint: number, behinds: readonly Diagram[]): Diagram {
    const reading = this.#terms.readings.get(variable);
    if (!reading || !includes(reading.characters, codePoint)) return FALSE;
    const evaluation = new Evaluation(this.#diagrams, behinds, false);
    return getOrInsert(this.#rests, variable, () => evaluation.of(reading.next));
  }

  /** Lookbehinds first, innermost first, since terms depend on their results. */
  #stateAfter(
    diagramOf: (term: Term, behinds: readonly Diagram[], index: number | undefined) => Diagram,
  ): number {
    const { pattern, behinds } = this.#terms;
    const going: Diagram[] = [];
    const seen: Diagram[] = [];
    for (const [index, { term, end }] of behinds.entries()) {
      const diagram = diagramOf(term, seen, index);
      going.push(diagram);
      seen.push(this.#seen(diagram, end));
    }
    return this.#numberOf({ pattern: diagramOf(pattern, seen, undefined), behinds: going });
  }

  /** Obligations that a lookbehind ending here leaves for the remainder, through its lookaheads. */
  #seen(diagram: Diagram, end: number): Diagram {
    return this.#diagrams.replace(diagram, (variable) => {
      if (variable === end) return TRUE;
      return this.#terms.readings.get(variable)?.within === end ? FALSE : this.#diagrams.variable(variable);
    });
  }

  #numberOf(state: State): number {
    const name = [state.pattern, ...state.behinds].join();
    return getOrInsert(this.#numbers, name, () => this.#states.push(state) - 1);
  }

  #at(number: number): State {
    const state = this.#states[number];
    if (!state) throw new RangeError(`The automaton has no state ${number}.`);
    return state;
  }
}

/** Evaluates terms at one position of the text. */
class Evaluation {
  readonly #diagrams: TruthDiagrams;
  readonly #behinds: readonly Diagram[];
  readonly #isStart: boolean;
  readonly #open = new Set<Term>();
  #known = new Map<Term, Diagram>();

  constructor(diagrams: TruthDiagrams, behinds: readonly Diagram[], isStart: boolean) {
    this.#diagrams = diagrams;
    this.#behinds = behinds;
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
      case 'character':
      case 'end':
        return this.#diagrams.variable(term.variable);
      case 'all':
        return term.terms.reduce((whole, each) => this.#diagrams.and(whole, this.of(each)), TRUE);
      case 'any':
        return term.terms.reduce((whole, each) => this.#diagrams.or(whole, this.of(each)), FALSE);
      case 'not':
        return this.#diagrams.not(this.of(term.term));
      case 'ahead':
        return this.of(term.term);
      case 'behind':
        return this.#behinds[term.index] ?? FALSE;
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
