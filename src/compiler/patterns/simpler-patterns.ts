import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A piece of a pattern and what may be written for it. */
type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** A pattern with more places to simplify is left to whoever wrote it. */
const MOST_EDITS = 40;

/**
 * Ways to write a pattern with less to try: a repetition inside another or beside it done once, one of two alternatives
 * left out, an optional end begun only by what it begins with. Many accept other texts; that is for the caller to see.
 */
export function simplerPatterns(pattern: string): readonly string[] {
  const edits = editsOf(pattern);
  if (edits.length > MOST_EDITS) return [];
  const pairs = edits.flatMap((one, index) => edits.slice(index + 1).map((other) => [one, other]));
  const apart = pairs.filter(
    ([one, other]) => one && other && (one.end <= other.start || other.end <= one.start),
  );
  const all = [...edits.map((edit) => [edit]), ...apart].map((each) => applied(pattern, each));
  return [...new Set(all)].toSorted((one, other) => one.length - other.length);
}

function applied(pattern: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: piece }) => text.slice(0, start) + piece + text.slice(end), pattern);
}

function editsOf(pattern: string): readonly Edit[] {
  const edits: Edit[] = [];
  visitRegExpAST(new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true }), {
    onQuantifierEnter({ start, end, min, element: { raw } }) {
      edits.push({ start, end, text: raw });
      if (min === 0) edits.push({ start, end, text: `${raw}?` }, { start, end, text: '' });
    },
    onAlternativeEnter({ elements }) {
      for (const [index, first] of elements.entries()) edits.push(...inOneOption(first, elements[index + 1]));
    },
    onGroupEnter: ({ alternatives }) => edits.push(...fewer(alternatives)),
    onCapturingGroupEnter: ({ alternatives }) => edits.push(...fewer(alternatives)),
  });
  return edits;
}

/** `a*b*` as `(?:a+b*)?`: the second is repeated only behind one of the first. */
function inOneOption(first: AST.Element, second: AST.Element | undefined): readonly Edit[] {
  if (first.type !== 'Quantifier' || second?.type !== 'Quantifier' || first.min > 0 || second.min > 0)
    return [];
  return [{ start: first.start, end: second.end, text: `(?:${first.element.raw}+${second.raw})?` }];
}

function fewer(alternatives: readonly AST.Alternative[]): readonly Edit[] {
  const [first, last] = [alternatives[0], alternatives.at(-1)];
  if (!first || !last || alternatives.length < 2) return [];
  return alternatives.map((left) => ({
    start: first.start,
    end: last.end,
    text: alternatives
      .filter((each) => each !== left)
      .map(({ raw }) => raw)
      .join('|'),
  }));
}
