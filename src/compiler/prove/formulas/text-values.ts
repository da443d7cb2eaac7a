import { getOrInsert } from '#compiler/source/memoize.ts';
import { exampleCharacters } from '../patterns/characters.ts';
import { type PatternAutomaton, patternAutomaton } from '#compiler/prove/patterns/pattern-automaton.ts';

/** A JSON Schema test of a text: lengths count code points, patterns match anywhere. */
export type TextTest =
  | { readonly pattern: string }
  | { readonly minLength: number }
  | { readonly maxLength: number }
  /** `enum`, or `const` with one value. */
  | { readonly among: readonly string[] };

/** A possible combination of test results, with a shortest text for it. */
export type TextCell = { readonly example: string; readonly holds: readonly boolean[] };

/** Pattern of every answer: not blank. */
export const ANY_TEXT = '\\S';

/**
 * Lists all possible combinations of test results for one answer. Exact: other combinations occur for no answer (a
 * text that matches `answer`, without NUL and lone surrogates).
 *
 * @throws UndecidedPatternError for a pattern with back references, lookbehinds, word boundaries or modifiers
 * @throws SyntaxError for an invalid pattern
 */
export function textCells(tests: readonly TextTest[], answer: string = ANY_TEXT): readonly TextCell[] {
  const names = tests.map((test) => JSON.stringify(test));
  const different = tests.filter((_, index) => names.indexOf(names[index] ?? '') === index);
  const differentNames = different.map((test) => JSON.stringify(test));
  const cells = getOrInsert(knownCells, [answer, ...differentNames].join(), () => [
    ...cellsOfValues(different, answer),
    ...cellsOfOthers(different, answer),
  ]);
  return cells.map(({ example, holds }) => ({
    example,
    holds: names.map((name) => holds[differentNames.indexOf(name)] ?? false),
  }));
}

/** Cache, since many questions share tests, such as all email addresses. */
const knownCells = new Map<string, readonly TextCell[]>();

/** Results for the texts named in lists. */
function cellsOfValues(tests: readonly TextTest[], answer: string): readonly TextCell[] {
  const cells = new Map<string, TextCell>();
  const isAnswer = new RegExp(answer, 'u');
  const values = valuesOf(tests).filter((value) => isAnswer.test(value));
  for (const example of values.toSorted((one, other) => lengthOf(one) - lengthOf(other))) {
    const holds = tests.map((test) => holdsFor(test, example));
    getOrInsert(cells, holds.join(), () => ({ example, holds }));
  }
  return [...cells.values()];
}

function valuesOf(tests: readonly TextTest[]): readonly string[] {
  const values = new Set(tests.flatMap((test) => ('among' in test ? test.among : [])));
  return [...values].filter((value) => /\S/.test(value) && value.isWellFormed() && !value.includes('\0'));
}

function holdsFor(test: TextTest, text: string): boolean {
  if ('pattern' in test) return new RegExp(test.pattern, 'u').test(text);
  if ('among' in test) return test.among.includes(text);
  return lengthHolds(test, lengthOf(text));
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function lengthHolds(test: TextTest, length: number): boolean {
  if ('minLength' in test) return length >= test.minLength;
  return 'maxLength' in test && length <= test.maxLength;
}

/** Lengths at which the result of a length test changes. */
function turns(tests: readonly TextTest[]): readonly number[] {
  const ats = tests.flatMap((test) => {
    if ('minLength' in test) return [test.minLength];
    return 'maxLength' in test ? [test.maxLength + 1] : [];
  });
  return [...new Set(ats.map((at) => Math.max(1, Math.ceil(at))))].filter((at) => at > 1);
}

/** How a text was reached: the predecessor and the added character. */
type Step = { readonly before: number; readonly character: string };

/**
 * Results for texts not named in lists, shortest first: a breadth-first search by characters over the joint states of
 * all automata. A state counts once per length while length tests can still change, and once after.
 */
function cellsOfOthers(tests: readonly TextTest[], answer: string): readonly TextCell[] {
  const patterns = tests.flatMap((test, index) => ('pattern' in test ? [index] : []));
  const search = new JointAutomaton(
    tests.flatMap((test) => ('pattern' in test ? [test.pattern] : [])),
    valuesOf(tests),
    answer,
  );
  const lengths = turns(tests);
  const most = 2 ** patterns.length;
  const cells = lengths.concat(0).map(() => new Map<string, TextCell>());
  const seen = new Set<number>();
  const levels: ReadonlyMap<number, Step | undefined>[] = [new Map([[0, undefined]])];
  for (let level = levels[0]; level && level.size > 0; level = levels.at(-1)) {
    const length = levels.length - 1;
    const turned = lengths.filter((at) => at <= length).length;
    if (cells.slice(turned).every(({ size }) => size === most)) break;
    const lengthsHold = tests.map((test) => lengthHolds(test, length));
    for (const state of level.keys()) {
      const matches = search.matches(state);
      const name = matches?.join() ?? '';
      if (!matches || cells[turned]?.has(name)) continue;
      const holds = tests.map((_, index) => matches[patterns.indexOf(index)] ?? lengthsHold[index] ?? false);
      cells[turned]?.set(name, { example: textOf(levels, state), holds });
    }
    levels.push(nextLevel(search, level, turned === lengths.length ? seen : undefined));
  }
  return cells.flatMap((each) => [...each.values()]);
}

function nextLevel(
  search: JointAutomaton,
  level: ReadonlyMap<number, unknown>,
  seen: Set<number> | undefined,
): ReadonlyMap<number, Step> {
  const next = new Map<number, Step>();
  for (const before of level.keys()) {
    seen?.add(before);
    for (const [state, character] of search.steps(before)) {
      if (!seen?.has(state) && !next.has(state)) next.set(state, { before, character });
    }
  }
  for (const state of next.keys()) seen?.add(state);
  return next;
}

function textOf(levels: readonly ReadonlyMap<number, Step | undefined>[], end: number): string {
  let [text, state] = ['', end];
  for (const level of levels.toReversed()) {
    const step = level.get(state);
    if (!step) return text;
    text = step.character + text;
    state = step.before;
  }
  return text;
}

/** Product of several pattern automata, excluding non-answers and listed texts. */
class JointAutomaton {
  readonly patterns: number;
  readonly #automata: readonly PatternAutomaton[];
  readonly #characters: readonly string[];
  readonly #states: (readonly number[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #steps = new Map<number, readonly (readonly [state: number, character: string])[]>();

  constructor(patterns: readonly string[], values: readonly string[], answer: string) {
    this.patterns = patterns.length;
    const listed = values.length === 0 ? [] : [patternAutomaton(patternOf(values))];
    this.#automata = [...patterns.map(patternAutomaton), patternAutomaton(answer), ...listed];
    this.#characters = exampleCharacters(this.#automata.map(({ kinds }) => kinds));
    this.#numberOf(this.#automata.map(({ start }) => start));
  }

  /** Returns which patterns match a text that ends here; undefined if it is not an answer or is listed. */
  matches(state: number): readonly boolean[] | undefined {
    const accepting = this.#automata.map((automaton, index) =>
      automaton.accepts(this.#states[state]?.[index] ?? 0),
    );
    const [isGiven = false, isListed = false] = accepting.slice(this.patterns);
    return isGiven && !isListed ? accepting.slice(0, this.patterns) : undefined;
  }

  /** Returns the next states, each with its most natural character. */
  steps(state: number): readonly (readonly [state: number, character: string])[] {
    return getOrInsert(this.#steps, state, () => this.#stepsFrom(state));
  }

  #stepsFrom(state: number): readonly (readonly [state: number, character: string])[] {
    const steps = new Map<number, string>();
    for (const character of this.#characters) {
      const codePoint = character.codePointAt(0) ?? 0;
      const after = this.#automata.map((automaton, index) =>
        automaton.next(this.#states[state]?.[index] ?? 0, codePoint),
      );
      const number = this.#numberOf(after);
      if (!steps.has(number)) steps.set(number, character);
    }
    return [...steps];
  }

  #numberOf(states: readonly number[]): number {
    return getOrInsert(this.#numbers, states.join(), () => this.#states.push(states) - 1);
  }
}

/** Pattern that matches exactly these texts. */
function patternOf(values: readonly string[]): string {
  const escaped = values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `^(?:${escaped.join('|')})$`;
}
