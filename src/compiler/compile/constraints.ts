import type { AnswerValue, Constraints } from '#form/definition/definition.ts';
import type { Cursor, Json } from '../source/cursor.ts';

const NUMBERS = [
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

const FORMATS = ['date', 'email', 'uri', 'uuid'] as const;

/** True for a keyword whose value is a number. */
export function isLimit(keyword: string): boolean {
  return NUMBERS.some((name) => name === keyword);
}

/** Which types a keyword says something about; `const` fits them all. */
export const KEYWORD_TYPES: Readonly<Record<string, readonly string[]>> = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  earliest: ['string'],
  latest: ['string'],
  minimum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
};

/** The keywords of JSON Schema of a property or in the `schema` of one of its rules. */
export function readConstraints(at: Cursor): Constraints {
  const numbers = NUMBERS.flatMap((name) => {
    const value = at.at(name)?.number();
    return value === undefined ? [] : [[name, value]];
  });
  const pattern = at.at('pattern')?.text();
  const named = at.at('format')?.text();
  const format = FORMATS.find((name) => name === named);
  const fixed = at.at('const');
  return {
    ...Object.fromEntries(numbers),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
    ...(fixed ? { const: answerOf(fixed.json()) } : {}),
  };
}

function answerOf(value: Json): AnswerValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
