import { counted } from '#form/summary/counted.ts';
import type { CalendarBound, Condition, Constraints, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { negateCondition } from '../compile/negate.ts';
import { conditionInWords } from '../prove/words/condition-words.ts';

/** `A`, `A and B`, `A, B and C`. */
export function joinWords(words: readonly string[], word = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

export function quote(text: string): string {
  return `“${text}”`;
}

/** Returns the quoted full label of a question; its key if the form lacks it. */
export function labelOf(key: string, form: FormDefinition): string {
  return quote(questionsOf(form).get(key)?.fullLabel ?? key);
}

/** Describes a condition, applying De Morgan's laws to nested negations. */
export function inPlainWords(condition: Condition, form: FormDefinition): string {
  const words = conditionInWords(plain(condition, false), form);
  return words
    .replaceAll(/\bnot \((“[^”]*” is) ([^()]*)\)/g, '$1 not $2')
    .replaceAll(
      / is not ((?:“[^”]*” or )+“[^”]*”)(?! is)/g,
      (_all, names: string) => ` is neither ${names.replaceAll('” or “', '” nor “')}`,
    );
}

function plain(condition: Condition, isNegated: boolean): Condition {
  if ('not' in condition) return plain(condition.not, !isNegated);
  if ('all' in condition || 'any' in condition) {
    const of = ('all' in condition ? condition.all : condition.any).map((each) => plain(each, isNegated));
    return 'all' in condition === isNegated ? { any: of } : { all: of };
  }
  return isNegated ? negateCondition(condition) : condition;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date',
  email: 'an email address',
  uri: 'a web address',
  uuid: 'an identifier (UUID)',
};

const LIMITS: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (value) => `have at least ${counted(Number(value), 'character')}`,
  maxLength: (value) => `have at most ${counted(Number(value), 'character')}`,
  minimum: (value) => `be at least ${Number(value)}`,
  exclusiveMinimum: (value) => `be more than ${Number(value)}`,
  maximum: (value) => `be at most ${Number(value)}`,
  exclusiveMaximum: (value) => `be less than ${Number(value)}`,
  multipleOf: (value) => `be a multiple of ${Number(value)}`,
  minItems: (value) => `have at least ${counted(Number(value), 'option')} chosen`,
  maxItems: (value) => `have at most ${counted(Number(value), 'option')} chosen`,
  format: (value) => `be ${FORMATS[String(value)] ?? `a ${String(value)}`}`,
  pattern: (value) => `fit the pattern \`${String(value)}\``,
  const: (value) => (value === true ? 'be checked' : `be ${valueInWords(value)}`),
  enum: (value) => `be ${joinWords([value].flat().map(valueInWords), 'or')}`,
};

/** Words for a limit, to follow “must”: `have at most 45 characters`. */
export function limitInWords(keyword: string, value: unknown): string {
  return LIMITS[keyword]?.(value) ?? `keep to "${keyword}": ${JSON.stringify(value)}`;
}

export function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return joinWords(value.map(valueInWords));
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

export function limitsInWords(constraints: Constraints): string {
  return joinWords(Object.entries(constraints).map(([keyword, value]) => limitInWords(keyword, value)));
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
