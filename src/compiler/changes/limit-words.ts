import { questionsOf } from '#form/definition/form-part.ts';
import type { CalendarBound } from '#form/definition/calendar-bound.ts';
import type { AnswerComparison, Constraints, FormDefinition, Question } from '#form/definition/definition.ts';
import { counted, listed, quoted } from './sentence-words.ts';

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date',
  email: 'an e-mail address',
  uri: 'a web address',
  uuid: 'an identifier (UUID)',
};

/** What one limit demands, behind “must”: `have at most 45 characters`. */
export function limitInWords(keyword: string, value: unknown): string {
  const number = Number(value);
  switch (keyword) {
    case 'minLength':
      return `have at least ${counted(number, 'character')}`;
    case 'maxLength':
      return `have at most ${counted(number, 'character')}`;
    case 'minimum':
      return `be at least ${number}`;
    case 'exclusiveMinimum':
      return `be more than ${number}`;
    case 'maximum':
      return `be at most ${number}`;
    case 'minItems':
      return `have at least ${counted(number, 'option')} chosen`;
    case 'maxItems':
      return `have at most ${counted(number, 'option')} chosen`;
    case 'format':
      return `be ${FORMATS[String(value)] ?? `a ${String(value)}`}`;
    case 'pattern':
      return `fit the pattern \`${String(value)}\``;
    case 'const':
      return value === true ? 'be checked' : `be ${valueInWords(value)}`;
    case 'enum':
      return `be ${listed((Array.isArray(value) ? value : [value]).map(valueInWords), 'or')}`;
    default:
      return `keep to "${keyword}": ${JSON.stringify(value)}`;
  }
}

export function valueInWords(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

export function limitsInWords(constraints: Constraints): string {
  return listed(Object.entries(constraints).map(([keyword, value]) => limitInWords(keyword, value)));
}

/** When the sentence of a keyword is read. */
const BROKEN: Readonly<Record<string, string>> = {
  required: 'the answer is missing',
  minLength: 'the answer is too short',
  maxLength: 'the answer is too long',
  minimum: 'the number is too small',
  exclusiveMinimum: 'the number is too small',
  maximum: 'the number is too large',
  minItems: 'too few are chosen',
  maxItems: 'too many are chosen',
  pattern: 'the answer does not have the right form',
  format: 'the answer does not have the right form',
  const: 'the answer is another',
  enum: 'the answer is another',
  type: 'the answer is of the wrong kind',
};

export function brokenInWords(keyword: string): string {
  return BROKEN[keyword] ?? `"${keyword}" is broken`;
}

/** `not be earlier than 100 years ago`. */
export function boundInWords(name: 'earliest' | 'latest', { years, unit }: CalendarBound): string {
  const beyond = name === 'earliest' ? 'earlier' : 'later';
  const [now, ago, ahead] =
    unit === 'day'
      ? ['today', 'ago', 'from today']
      : ['this year', 'ago (only the year counts)', 'from now (only the year counts)'];
  if (years === 0) return `not be ${beyond} than ${now}`;
  return `not be ${beyond} than ${counted(Math.abs(years), 'year')} ${years < 0 ? ago : ahead}`;
}

const ORDERS: Readonly<Record<AnswerComparison['operator'], readonly [dates: string, others: string]>> = {
  equals: ['the same as', 'the same as'],
  notEquals: ['other than', 'other than'],
  lt: ['before', 'less than'],
  lte: ['on or before', 'at most'],
  gt: ['after', 'more than'],
  gte: ['on or after', 'at least'],
};

/** `be after “Date of Issue”`. */
export function comparisonOfAnswersInWords(
  { operator, targetKey }: AnswerComparison,
  question: Question,
  form: FormDefinition,
): string {
  const isDate =
    question.constraints.format === 'date' ||
    question.earliest !== undefined ||
    question.latest !== undefined;
  const [dates, others] = ORDERS[operator];
  return `be ${isDate ? dates : others} ${quoted(questionsOf(form).get(targetKey)?.fullLabel ?? targetKey)}`;
}
