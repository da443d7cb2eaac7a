import type { AnswerValue, Constraints, Question } from '#form/definition/definition.ts';
import type { Cursor, Json } from '../source/cursor.ts';
import { nearestCure } from '../source/nearest.ts';
import type { SourceSet } from '../source/source-set.ts';

const TYPES = ['string', 'boolean', 'integer', 'number', 'array'] as const;

/** Returns the answer type of a property; string if missing or unknown. */
export function answerType(property: Cursor): Question['type'] {
  const type = property.at('type')?.text();
  return TYPES.find((each) => each === type) ?? 'string';
}

/** Returns the list names of a property: its own, or one per controlling answer. */
export function listNames(property: Cursor): readonly string[] {
  const named = [
    property.at('options'),
    ...(property.at('dependsOn')?.at('options')?.members().values() ?? []),
  ];
  return [...new Set(named.flatMap((name) => name?.text() ?? []))];
}

/** Whether a question is answered from a list. */
export function isChoice(property: Cursor): boolean {
  return property.at('options') !== undefined || property.at('dependsOn')?.at('options') !== undefined;
}

/** Returns the options of a multiple choice that exclude all others. */
export function exclusiveOptions(property: Cursor, sources: SourceSet): readonly Cursor[] {
  if (answerType(property) !== 'array') return [];
  const options = listNames(property).flatMap((name) => sources.options(name));
  return options.filter((option) => option.at('exclusive') !== undefined);
}

/** Whether exactly one option can be chosen. */
export function isSingleChoice(property: Cursor): boolean {
  return isChoice(property) && answerType(property) === 'string';
}

/** Whether the choice becomes free text for some controlling answers. */
export function mayBeText(property: Cursor): boolean {
  return property.at('dependsOn')?.at('otherwise') !== undefined;
}

/** Returns the values of a property's lists, or `years`; undefined for free text and mixed lists. */
export function optionValues(property: Cursor, sources: SourceSet): readonly string[] | 'years' | undefined {
  if (mayBeText(property)) return undefined;
  const lists = listNames(property).flatMap((name) => sources.cursor(`options/${name}.json`) ?? []);
  const counted = lists.filter((list) => list.at('years'));
  if (counted.length > 0) return counted.length === lists.length ? 'years' : undefined;
  if (lists.length === 0) return undefined;
  const values = lists.flatMap((list) => list.list('options')).map((option) => option.at('value'));
  return [...new Set(values.flatMap((value) => value?.text() ?? []))];
}

/** Suggests a fix for an unknown value: the one with that label, or a similar one. */
export function valueCure(text: string, property: Cursor, sources: SourceSet): string {
  const options = listNames(property).flatMap((name) => sources.options(name));
  const labelled = options.find((option) => option.at('label')?.text()?.toLowerCase() === text.toLowerCase());
  const value = labelled?.at('value')?.text();
  if (value !== undefined) return `Write "${value}", the value behind this label.`;
  const values = options.flatMap((option) => option.at('value')?.text() ?? []);
  return nearestCure(text, values, 'Write one of these values.');
}

const NUMBERS =
  'minLength maxLength minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minItems maxItems'.split(
    ' ',
  );

const FORMATS = ['date', 'email', 'uri', 'uuid'] as const;

/** Whether the value of a keyword is a number. */
export function isLimit(keyword: string): boolean {
  return NUMBERS.some((name) => name === keyword);
}

/** Types that a keyword applies to; `const` applies to all. */
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
  exclusiveMaximum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
  currency: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
};

/** Reads the JSON Schema keywords of a property or of a rule's `schema`. */
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

/** Returns the smallest amount of a currency, such as 0.01; undefined for other questions. */
export function smallestAmount(property: Cursor): number | undefined {
  const currency = property.at('currency')?.text();
  if (currency === undefined || !CURRENCIES.has(currency)) return undefined;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return answerType(property) === 'integer' ? 1 : Number(`1e-${maximumFractionDigits}`);
}

/** ISO 4217 codes. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function answerOf(value: Json): AnswerValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
