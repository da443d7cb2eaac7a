/** Widths of the characters from U+0020 to U+007E in Helvetica, and so in Arial and Liberation Sans, in thousandths. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/** Of what is not in the table: of letters with accents and quotation marks more than they need, of others a square. */
const LATIN_WIDTH = 834;
const SQUARE = 1000;
/** Bold letters are wider. */
const BOLD = 1.08;

/** How much wider than its lines a single word may be before it is broken: a key is read as one. */
const WORD = 1.5;

/** How text is set. */
export type TextStyle = { readonly size: number; readonly isBold?: boolean };

/** How much room a line of text is given; where the font of the reader is another one, it is drawn to fit. */
export function textWidth(text: string, { size, isBold = false }: TextStyle): number {
  const units = Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);
  return (units / 1000) * size * (isBold ? BOLD : 1);
}

function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if ('“”'.includes(character)) return 333;
  if ('‘’'.includes(character)) return 222;
  return WIDTHS[code - 0x20] ?? (code < 0x2500 ? LATIN_WIDTH : SQUARE);
}

/** Text in lines that are at most so wide; a word that is much wider is broken. */
export function wrapText(text: string, width: number, style: TextStyle): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((each) => brokenWord(each, width, style))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, style) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

function brokenWord(word: string, width: number, style: TextStyle): readonly string[] {
  if (textWidth(word, style) <= width * WORD) return [word];
  const parts: string[] = [''];
  for (const character of word) {
    const part = `${parts.at(-1) ?? ''}${character}`;
    if (textWidth(part, style) <= width * WORD) parts[parts.length - 1] = part;
    else parts.push(character);
  }
  return parts;
}
