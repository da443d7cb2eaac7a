import type { Question } from '#form/definition/definition.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';
import { type Formula, TRUE, all, any, not } from '../solve/formula.ts';
import type { Domain } from './domain.ts';

/** What a control can store: the texts as a pattern, and in words. */
export type StoredText = { readonly pattern: string; readonly words: string };

/** A single line, trimmed. */
const LINE: StoredText = {
  pattern: '^\\S(?:[^\\n\\r]*\\S)?$',
  words: 'one line is stored, without blanks around it',
};

/** Years before 1000 count as partially typed. */
const DATE: StoredText = {
  pattern: `(?=^[1-9])${FORMAT_PATTERNS.date}`,
  words: 'a date is stored as 2026-08-31',
};

const SOCIAL_SECURITY: StoredText = {
  pattern: '^(?:[0-9]{1,3}|[0-9]{3}-[0-9]{1,2}|[0-9]{3}-[0-9]{2}-[0-9]{1,4}|[0-9]{10,})$',
  words: 'the number is stored as 123-45-6789',
};

const DIGITS: StoredText = { pattern: '^[0-9]+$', words: 'the number is stored as 2025550123' };

/** A partial US number; more than ten digits stay as typed. */
const US_PHONE = '\\([0-9]{1,3}|\\([0-9]{3}\\) [0-9]{1,3}|\\([0-9]{3}\\) [0-9]{3}-[0-9]{1,4}';

/** Returns what a question's control can store; undefined for any text, or for lists. */
export function storedText({
  type,
  widget,
  ui,
  options,
  dependsOn,
  parts,
}: Question): StoredText | undefined {
  const offersList = options !== undefined || dependsOn?.lists !== undefined;
  if (type !== 'string' || (offersList && dependsOn?.otherwise === undefined)) return undefined;
  switch (widget) {
    // Multiline texts and passwords are stored as typed, files as the server's marker.
    case 'textarea':
    case 'password':
    case 'file':
      return undefined;
    case 'date':
      return DATE;
    case 'socialSecurity':
      return SOCIAL_SECURITY;
    case 'phone':
      return ui['store'] === 'digits' ? DIGITS : phone(parts.length > 0);
    default:
      return LINE;
  }
}

/** With a foreign dial code next to it, a number is stored as digits. */
function phone(hasDialCode: boolean): StoredText {
  return {
    pattern: hasDialCode ? `${US_NUMBER}|${DIGITS.pattern}` : US_NUMBER,
    words: `the number is stored as (202) 555-0123${hasDialCode ? ', that of another country in digits alone' : ''}`,
  };
}

const US_NUMBER = `^(?:${US_PHONE}|[0-9]{11,})$`;

/** Patterns that distinguish dial codes, and the numbers next to them. */
export const DIAL_CODE_PATTERNS = { code: '^[^0-9]*1?[^0-9]*$', number: US_NUMBER };

/** Whether the stored format of a number depends on the dial code next to it. */
export function dependsOnDialCode({ widget, ui, parts }: Question): boolean {
  return widget === 'phone' && parts.length > 0 && ui['store'] !== 'digits';
}

/** Formula: a number has the format of its dial code; US format without one. */
export function formByDialCode(question: Question, domainOf: (key: string) => Domain): Formula {
  if (!dependsOnDialCode(question)) return TRUE;
  const isUs = domainOf(question.parts[0] ?? '').meets({ pattern: DIAL_CODE_PATTERNS.code });
  const { meets } = domainOf(question.key);
  const us = all([isUs, meets({ pattern: DIAL_CODE_PATTERNS.number })]);
  return any([us, all([not(isUs), meets({ pattern: DIGITS.pattern })])]);
}
