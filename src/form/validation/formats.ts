import type { Constraints } from '../definition/definition.ts';

/** Existing days, including leap days, as RFC 3339 `full-date`: YYYY-MM-DD. */
const DATE = [
  '^(?:\\d{4}-(?:',
  '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])',
  ')|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$',
].join('');

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** Usual email addresses: RFC 5321 without quotes and address literals, with a dot in the domain. */
const EMAIL = `^(?=[^@]{1,64}@[^@]{1,253}$)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`;

/** Web addresses as browsers copy them: http or https, a dot in the domain, RFC 3986 characters only. */
const PLAIN = "[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2}";
const URI = `^https?://${LABEL}(?:\\.${LABEL})+(?::\\d{1,5})?(?:/(?:${PLAIN})*)?(?:\\?(?:${PLAIN}|\\?)*)?(?:#(?:${PLAIN}|\\?)*)?$`;

const UUID = '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';

/** The formats as patterns, at least as strict as any validator, since validators disagree about `format`. */
export const FORMAT_PATTERNS: Readonly<Record<NonNullable<Constraints['format']>, string>> = {
  date: DATE,
  email: EMAIL,
  uri: URI,
  uuid: UUID,
};

const EXISTING_DAY = new RegExp(DATE, 'u');

/** Whether it is an existing day in the form YYYY-MM-DD. */
export function isExistingDay(text: string): boolean {
  return EXISTING_DAY.test(text);
}
