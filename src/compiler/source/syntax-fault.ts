import { type ParseError, printParseErrorCode } from 'jsonc-parser';
import type { Finding } from './fault.ts';

const EXPECTED: Partial<Record<string, readonly [expected: string, cure: string]>> = {
  InvalidCommentToken: ['JSON without comments', 'Remove the comment.'],
  CommaExpected: ['a comma', 'Put a comma after the entry before this one.'],
  ColonExpected: ['a colon', 'Put a colon between the name and its value.'],
  PropertyNameExpected: ['a name in double quotes', 'Write the name in double quotes.'],
  ValueExpected: ['a value', 'Write a value here, or remove the entry.'],
  CloseBraceExpected: ['a closing }', 'Close the { that is still open.'],
  CloseBracketExpected: ['a closing ]', 'Close the [ that is still open.'],
  EndOfFileExpected: ['the end of the file', 'Remove the } or ] that is too many, here or above.'],
  InvalidSymbol: ['a text in straight double quotes "', 'Put double quotes (") around the text.'],
  UnexpectedEndOfString: ['a closing double quote', 'End the text with a double quote.'],
  InvalidCharacter: ['no line break or tab inside a text', 'Keep the text on one line.'],
  InvalidEscapeCharacter: ['a valid escape sequence', 'Write a backslash as two: \\\\.'],
};

const CURLY = /[“”„‘’]/;

type Explanation = readonly [found: string, expected: string, cure: string];

/** Explains a parse error in plain words. */
export function syntaxFault(error: ParseError, text: string): Finding {
  const [found, expected, cure] = explain(error, text);
  return { code: 'not-json', found, expected, cure };
}

function explain({ error, offset, length }: ParseError, text: string): Explanation {
  const [sign = '', piece] = [text[offset], foundText(text.slice(offset, offset + length))];
  if (text.trim() === '')
    return [
      'an empty file',
      'what the other files in its folder have, in braces { }',
      'Write it, or remove the file.',
    ];
  if (/[\]}]/.test(sign) && /,\s*$/.test(text.slice(0, offset)))
    return [`a comma before the closing ${sign}`, 'no comma after the last entry', 'Remove the comma.'];
  if (CURLY.test(sign))
    return [
      piece,
      'straight double quotes "',
      'Replace the curly quotes, which word processors write, with straight ones.',
    ];
  const written = numberAround(text, offset);
  const number = written === undefined ? undefined : plainNumber(written);
  if (written !== undefined && number !== undefined)
    return [
      written,
      'a number such as 1500 or 0.5: no 0 or + before it, no comma in it',
      `Write ${number}, or "${written}" in quotes if it is a text.`,
    ];
  const unknown = ['valid JSON', 'Compare the line with the lines around it.'] as const;
  return [piece, ...(EXPECTED[printParseErrorCode(error)] ?? unknown)];
}

/** Returns the number around an offset, including signs and thousands separators. */
function numberAround(text: string, offset: number): string | undefined {
  const before = /[\d.,+-]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  const after = /^[\d.+-]*/.exec(text.slice(offset))?.[0] ?? '';
  const whole = (before + after).replace(/^,/, '');
  return /\d/.test(whole) ? whole : undefined;
}

/** Returns the valid JSON number for a malformed one; undefined for other texts. */
function plainNumber(written: string): string | undefined {
  if (
    !/^[+-]?(?:0\d+(?:\.\d+)?|\.\d+|\d+|\d{1,3}(?:,\d{3})+)$/.test(written) ||
    /^-?(?:0|[1-9]\d*)$/.test(written)
  )
    return undefined;
  return String(Number(written.replaceAll(',', '')));
}

function foundText(piece: string): string {
  if (piece === '') return 'the end of the file';
  return piece.length > 40 ? `${piece.slice(0, 40)} …` : piece;
}
