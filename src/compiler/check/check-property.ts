import type { Context } from '../compile/context.ts';
import {
  CURRENCIES,
  KEYWORD_TYPES,
  answerType,
  exclusiveOptions,
  isLimit,
  optionValues,
} from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { errorOf, type Report } from '../source/fault.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import { checkDependence, checkListName } from './check-dependence.ts';

const KEY = /^[a-z][a-z0-9_]*$/;

/** `laptopNeeded`, `Laptop needed` → `laptop_needed`. */
function plainKey(key: string): string {
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
}

/** Checks one question of a schema file: key, list, patterns, and limits that fit its type. */
export function checkProperty(key: string, property: Cursor, context: Context): void {
  // Validators would always find a key that every object inherits.
  if (!KEY.test(key) || key in Object.prototype) {
    const other = plainKey(key);
    const name = KEY.test(other) && !(other in Object.prototype) ? ` "${other}"` : '';
    context.report(property, {
      code: 'bad-key',
      found: `the key "${key}"`,
      expected: 'a small letter, then small letters, digits and _; not a word that JavaScript reserves',
      cure: `Rename the question${name} wherever its key is used.`,
    });
  }
  checkOptions(property, context);
  checkCurrency(property.at('currency'), context);
  checkDependence(property, context);
  for (const name of ['earliest', 'latest']) checkCalendarBound(name, property, context);
  const holders = [property, ...property.list('rules').flatMap((rule) => rule.at('schema') ?? [])];
  for (const holder of holders) {
    checkPattern(holder.at('pattern'), context);
    checkKeywords(holder, answerType(property), context);
    checkConst(holder.at('const'), answerType(property), context);
    if (property.at('format')?.text() === 'date') checkDatePattern(holder.at('pattern'), context);
  }
}

function checkOptions(property: Cursor, context: Context): void {
  const { sources, report } = context;
  const at = property.at('options');
  if (at?.text() === undefined) return;
  checkListName(at, context);
  const type = answerType(property);
  if (type !== 'string' && type !== 'array') {
    report(at, {
      code: 'options-do-not-fit',
      found: `an option list for an answer of type "${type}"`,
      expected: 'the type "string" for one choice, or "array" for several',
      cure: 'Change "type", or remove "options".',
    });
  }
  const least = property.at('minItems');
  const [alone] = exclusiveOptions(property, sources);
  if (least && alone && (least.number() ?? 0) > 1)
    report(least, {
      code: 'options-do-not-fit',
      found: `"minItems": ${least.number()} for a list with the exclusive option "${alone.at('value')?.text()}"`,
      expected: 'an exclusive option that can be chosen without others',
      cure: 'Remove "minItems", or the "exclusive" of the option.',
    });
}

function checkCurrency(at: Cursor | undefined, { report }: Context): void {
  const code = at?.text();
  if (!at || code === undefined || CURRENCIES.has(code)) return;
  report(at, {
    code: 'keyword-does-not-fit',
    found: `the currency "${code}"`,
    expected: 'the code of a currency, three capital letters (ISO 4217), such as "USD"',
    cure: nearestCure(code.toUpperCase(), [...CURRENCIES], 'Write the code of the currency.'),
  });
}

/** Allows calendar bounds only for dates and for years from a list. */
function checkCalendarBound(name: string, property: Cursor, { sources, report }: Context): void {
  const at = property.at(name);
  const isDated = property.at('format')?.text() === 'date' || optionValues(property, sources) === 'years';
  if (!at || isDated || answerType(property) !== 'string') return;
  report(at, {
    code: 'keyword-does-not-fit',
    found: `"${name}" for an answer that is not a date`,
    expected: `"${name}" only with "format": "date", or with a list of years`,
    cure: `Remove "${name}", or add "format": "date".`,
  });
}

function checkPattern(pattern: Cursor | undefined, { report }: Context): void {
  const text = pattern?.text();
  if (!pattern || text === undefined) return;
  // Validators compile patterns with the `u` flag.
  const reason = errorOf(() => new RegExp(text, 'u'));
  if (reason === undefined) return;
  report(pattern, {
    code: 'invalid-pattern',
    found: `the pattern ${text}`,
    expected: 'a valid regular expression',
    cure: `Correct it: ${reason}.`,
  });
}

/** Reports a pattern on a date, which the proof does not model. */
function checkDatePattern(pattern: Cursor | undefined, { report }: Context): void {
  if (!pattern) return;
  report(pattern, {
    code: 'keyword-does-not-fit',
    found: `"pattern" for a date`,
    expected: 'limits of a date: "earliest", "latest", "after", "notBefore", "before" or "notAfter"',
    cure: 'Remove "pattern"; "format": "date" already takes nothing but days of the calendar.',
  });
}

/** Reports a `const` that can never be an answer. */
function checkConst(at: Cursor | undefined, type: string, { report }: Context): void {
  if (!at) return;
  const value = at.number() ?? at.text() ?? at.flag();
  const isNumber = type === 'integer' || type === 'number';
  if (isNumber ? typeof value === 'number' : typeof value === type) return;
  const bare = isNumber ? /^-?\d+(?:\.\d+)?$/ : /^(?:true|false)$/;
  const isQuoted = typeof value === 'string' && type !== 'array' && bare.test(value);
  report(at, {
    code: 'keyword-does-not-fit',
    found: `"const": ${JSON.stringify(value)} for an answer of type "${type}"`,
    expected: CONST_WORDS[type] ?? 'no "const" where several options can be chosen',
    cure: isQuoted
      ? `Write ${value} without quotes.`
      : type === 'string' && value !== undefined
        ? `Write "${value}" in quotes.`
        : 'Change or remove "const".',
  });
}

const CONST_WORDS: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  boolean: 'true or false',
  integer: 'a number',
  number: 'a number',
};

function checkKeywords(holder: Cursor, type: string, { report }: Context): void {
  for (const [keyword, at] of holder.members()) {
    const types = KEYWORD_TYPES[keyword];
    if (isLimit(keyword) && at.number() === undefined) {
      report(at, {
        code: 'keyword-does-not-fit',
        found: `"${keyword}" with ${JSON.stringify(at.raw())}`,
        expected: 'a number, or a value of the partner that is a number',
        cure: /^\d+$/.test(at.text() ?? '')
          ? `Write ${Number(at.text())} without quotes.`
          : 'Write a number, or use a value that is one, e.g. "{partner.character_limit}".',
      });
    }
    if (!types || types.includes(type)) continue;
    report(at, {
      code: 'keyword-does-not-fit',
      found: `"${keyword}" for an answer of type "${type}"`,
      expected: `"${keyword}" only for ${types.map((name) => `"${name}"`).join(' or ')}`,
      cure: `Remove "${keyword}", or change "type".`,
    });
  }
}

/** Autofill field names (HTML standard, "Autofill"). */
const FIELDS = `
  name honorific-prefix given-name additional-name family-name honorific-suffix nickname username
  new-password current-password one-time-code organization-title organization street-address
  address-line1 address-line2 address-line3 address-level4 address-level3 address-level2
  address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name
  cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency
  transaction-amount language bday bday-day bday-month bday-year sex url photo tel tel-country-code
  tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp
`;

const ALL = ['on', 'off', ...FIELDS.trim().split(/\s+/)];

/** Tokens before the field name: section, address and contact type. */
const BEFORE = /^(?:section-[a-z0-9-]+ )?(?:(?:shipping|billing) )?(?:(?:home|work|mobile|fax|pager) )?/;

/** Reports an unknown autofill token. */
export function checkAutocomplete(at: Cursor | undefined, report: Report): void {
  const text = at?.text();
  const token = text
    ?.toLowerCase()
    .replace(BEFORE, '')
    .replace(/ webauthn$/, '');
  if (!at || token === undefined || token === '' || ALL.includes(token)) return;
  report(at, {
    code: 'unknown-autocomplete',
    found: `"${text}" for the browser to fill in`,
    expected: `one of ${quoteNames(ALL)}`,
    cure: nearestCure(token, ALL, 'Choose one of these, or leave "ui:autocomplete" out.'),
  });
}
