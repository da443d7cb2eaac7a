const LONGEST = 64;
/** Three lines of the table, used over and over: a search compares thousands of words. */
const lines = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1));

/**
 * Letters that are wrong, missing, too many or swapped between what was typed and a word, or the beginning of the
 * word, for it may not be typed to its end (optimal string alignment). More than `most` when there are more.
 */
export function errorsBetween(typed: string, word: string, most: number): number {
  if (typed.length > LONGEST || word.length < typed.length - most) return most + 1;
  const width = Math.min(word.length, typed.length + most, LONGEST);
  let [older = empty(), above = empty(), line = empty()] = lines;
  for (let column = 0; column <= width; column += 1) above[column] = column;
  for (let row = 1; row <= typed.length; row += 1) {
    fillLine({ older, above, line }, { typed, word }, row, width);
    let best = LONGEST;
    for (let column = 0; column <= width; column += 1) best = Math.min(best, line[column] ?? LONGEST);
    if (best > most) return best;
    [older, above, line] = [above, line, older];
  }
  return fewestErrors(above, typed.length - 1, width);
}

type Lines = Readonly<Record<'older' | 'above' | 'line', Uint8Array>>;
type Words = Readonly<Record<'typed' | 'word', string>>;

function fillLine({ older, above, line }: Lines, { typed, word }: Words, row: number, width: number): void {
  const letter = typed.charCodeAt(row - 1);
  const letterBefore = typed.charCodeAt(row - 2);
  line[0] = row;
  for (let column = 1; column <= width; column += 1) {
    const other = word.charCodeAt(column - 1);
    const diagonal = (above[column - 1] ?? 0) + (letter === other ? 0 : 1);
    let errors = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, diagonal);
    if (row > 1 && column > 1 && letterBefore === other && letter === word.charCodeAt(column - 2))
      errors = Math.min(errors, (older[column - 2] ?? 0) + 1);
    line[column] = errors;
  }
}

/** The typed letters may be the beginning of the word, or the whole of it with a letter more. */
function fewestErrors(line: Uint8Array, from: number, to: number): number {
  let errors = line[to] ?? LONGEST;
  for (let column = Math.max(0, from); column <= to; column += 1)
    errors = Math.min(errors, line[column] ?? LONGEST);
  return errors;
}

function empty(): Uint8Array {
  return new Uint8Array(LONGEST + 1);
}
