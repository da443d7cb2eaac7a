import type { Cursor, Json } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { listed, meantCure } from '#compiler/source/nearest.ts';
import { PARTNER_VALUE, partnerValue, partnerValueNames } from '#compiler/source/partner-values.ts';

/**
 * Every `{partner.…}` in a file, in texts and in names, is a value that the partner has, and no text holds the
 * two characters that the compiled messages would read as a template of their own (ajv-errors).
 */
export function checkPartnerValues(root: Cursor, partner: Json, report: Report): void {
  const text = root.text();
  if (text !== undefined) checkText(root, text, partner, report);
  for (const [name, member] of root.members()) {
    checkText(member, name, partner, report);
    checkPartnerValues(member, partner, report);
  }
  for (const item of root.items()) checkPartnerValues(item, partner, report);
}

function checkText(at: Cursor, text: string, partner: Json, report: Report): void {
  if (text.includes('${')) {
    report(at, {
      code: 'template-in-text',
      found: 'a $ directly before a {',
      expected: 'values of the partner written as {partner.name}, without a $',
      cure: 'Remove the $, or put a space between the two.',
    });
  }
  for (const [whole, dotted = ''] of text.matchAll(PARTNER_VALUE)) {
    if (partnerValue(partner, dotted) !== undefined) continue;
    const names = partnerValueNames(partner);
    report(at, {
      code: 'unknown-partner-value',
      found: whole,
      expected: `a value of the partner: ${listed(names)}`,
      cure: meantCure(
        dotted,
        names,
        'Add the value to every file in schemas/partners and to schemas/meta/partner.meta.json.',
      ),
    });
  }
}
