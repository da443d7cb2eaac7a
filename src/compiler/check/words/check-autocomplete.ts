import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { listed, meantCure } from '#compiler/source/nearest.ts';

/** What a field may ask a browser for (HTML standard, "Autofill field names"). */
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

/** Words before the field: whose it is, and which of several. */
const BEFORE = /^(?:section-[a-z0-9-]+ )?(?:(?:shipping|billing) )?(?:(?:home|work|mobile|fax|pager) )?/;

/** Reports an autofill token that no browser knows. */
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
    expected: `one of ${listed(ALL)}`,
    cure: meantCure(token, ALL, 'Choose one of these, or leave "ui:autocomplete" out.'),
  });
}
