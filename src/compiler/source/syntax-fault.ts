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
  EndOfFileExpected: ['the end of the file', 'Remove what comes after the last }.'],
  UnexpectedEndOfString: ['a closing double quote', 'End the text with a double quote.'],
  InvalidCharacter: ['no line break or tab inside a text', 'Keep the text on one line.'],
  InvalidEscapeCharacter: ['a valid escape sequence', 'Write a backslash as two: \\\\.'],
};

const CURLY = /[“”„‘’]/;

/** Says in plain words what a parse error means. */
export function syntaxFault({ error, offset, length }: ParseError, text: string): Finding {
  if (/[\]}]/.test(text[offset] ?? '') && /,\s*$/.test(text.slice(0, offset))) {
    return {
      code: 'not-json',
      found: `a comma before the closing ${text[offset]}`,
      expected: 'no comma after the last entry',
      cure: 'Remove the comma.',
    };
  }
  if (CURLY.test(text[offset] ?? '')) {
    return {
      code: 'not-json',
      found: foundText(text.slice(offset, offset + length)),
      expected: 'straight double quotes "',
      cure: 'Replace the curly quotes, which word processors write, with straight ones.',
    };
  }
  const [expected, cure] = EXPECTED[printParseErrorCode(error)] ?? [
    'valid JSON',
    'Compare the line with the lines around it.',
  ];
  return { code: 'not-json', found: foundText(text.slice(offset, offset + length)), expected, cure };
}

function foundText(piece: string): string {
  if (piece === '') return 'the end of the file';
  return piece.length > 40 ? `${piece.slice(0, 40)} …` : piece;
}
