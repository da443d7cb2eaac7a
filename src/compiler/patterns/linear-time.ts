import { CharacterKinds, exampleCharacters } from './character-kinds.ts';
import { includes } from './characters.ts';
import { patternTerms, type PatternTerms, type Term } from './pattern-terms.ts';

/** So many ways to go on at one place in a text are no danger; more are, or grow with the text. */
const MOST_WAYS = 200;

/** A pattern with more different sets of ways is not looked at further. */
const MOST_SETS = 20_000;

/**
 * Proves that a matcher that tries one way after the other (it backtracks, as that of every browser) needs time in
 * proportion to the length of the text: at no place in any text has it many ways to go on. False says only that it is
 * not proved.
 *
 * @throws UndecidedPatternError for back references and modifiers
 */
export function isProvedLinear(pattern: string): boolean {
  const terms = patternTerms(pattern);
  // What a lookbehind looks at is matched backwards from each place; more than a few characters would add up.
  if (terms.behinds.some(({ term }) => hasLoop(term, terms))) return false;
  const aheads = [...termsIn(terms.pattern, terms)].filter((term) => isShortAhead(term, terms));
  return [terms.pattern, ...aheads.flatMap((term) => ('term' in term ? term.term : []))].every((term) =>
    hasFewWays(term, terms),
  );
}

/** Whether a matcher that begins with this term has nowhere many ways to go on. */
function hasFewWays(begin: Term, terms: PatternTerms): boolean {
  const sets = [...terms.readings.values()].map(({ characters }) => characters);
  const characters = exampleCharacters([new CharacterKinds(sets)]).map((each) => each.codePointAt(0) ?? 0);
  const sought = [counted(next(begin, terms).map((variable) => [variable, 1]))];
  const found = new Set<string>();
  for (const ways of sought) {
    const name = [...ways].toSorted(([one], [other]) => one - other).join(';');
    if (found.has(name)) continue;
    found.add(name);
    if (total(ways) > MOST_WAYS || found.size > MOST_SETS) return false;
    sought.push(...characters.map((character) => waysAfter(terms, ways, character)));
  }
  return true;
}

/** The characters that may be read next, each with the number of ways in which the matcher comes to try it. */
type Ways = ReadonlyMap<number, number>;

function waysAfter(terms: PatternTerms, ways: Ways, codePoint: number): Ways {
  return counted(
    [...ways].flatMap(([variable, count]) => {
      const reading = terms.readings.get(variable);
      if (!reading || !includes(reading.characters, codePoint)) return [];
      return next(reading.next, terms, 'later').map((each) => [each, count] as const);
    }),
  );
}

function counted(ways: readonly (readonly [variable: number, count: number])[]): Ways {
  const counts = new Map<number, number>();
  for (const [variable, count] of ways) counts.set(variable, (counts.get(variable) ?? 0) + count);
  return counts;
}

function total(ways: Ways): number {
  return [...ways.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * What may be read next, once for each way to it. A round of a repetition that has read nothing is its last; a short
 * lookahead is looked at alone.
 */
function next(
  term: Term,
  terms: PatternTerms,
  place: 'start' | 'later' = 'start',
  rounds: readonly Term[] = [],
): readonly number[] {
  const all = (each: readonly Term[]): readonly number[] =>
    each.flatMap((one) => next(one, terms, place, rounds));
  switch (term.kind) {
    case 'character':
      return [term.variable];
    case 'not':
      return all([term.term]);
    case 'ahead':
      return isShortAhead(term, terms) ? [] : all([term.term]);
    case 'any':
      return all(term.terms);
    case 'all':
      return place === 'later' && term.terms.some(({ kind }) => kind === 'start') ? [] : all(term.terms);
    case 'loop': {
      const isOver = rounds.filter((each) => each === term).length > 1;
      return isOver ? [] : next(term.term, terms, place, [...rounds, term]);
    }
    default:
      return [];
  }
}

/** A lookahead that reads no more than a number of characters, however long the text is. */
function isShortAhead(term: Term, terms: PatternTerms): boolean {
  return term.kind === 'ahead' && !hasLoop(term.term, terms);
}

function hasLoop(term: Term, terms: PatternTerms): boolean {
  return [...termsIn(term, terms)].some(({ kind }) => kind === 'loop');
}

/** The term, what is in it and what is behind what it reads. */
function termsIn(begin: Term, { readings }: PatternTerms): ReadonlySet<Term> {
  const terms = new Set([begin]);
  for (const term of terms) for (const each of followers(term)) terms.add(each);
  return terms;
  function followers(term: Term): readonly Term[] {
    if (term.kind === 'all' || term.kind === 'any') return term.terms;
    if (term.kind === 'character') return [readings.get(term.variable)?.next ?? term];
    return 'term' in term ? [term.term] : [];
  }
}
