import type { Fill, Json } from './cursor.ts';

export const PARTNER_VALUE = /\{partner\.([A-Za-z0-9_.]+)\}/g;

/** The value a text may name as `{partner.links.faq}`: a string or a number. */
export function partnerValue(partner: Json, dotted: string): string | undefined {
  let value: unknown = partner;
  for (const step of dotted.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** All names that `{partner.…}` may hold. */
export function partnerValueNames(partner: Json, before = ''): readonly string[] {
  if (typeof partner !== 'object' || partner === null) return [];
  return Object.entries(partner).flatMap(([name, value]) =>
    typeof value === 'object' ? partnerValueNames(value, `${before}${name}.`) : [`${before}${name}`],
  );
}

/** Fills a partner's values into texts; what the partner does not have stays, and the check reports it. */
export function partnerFill(partner: Json): Fill {
  return (text) =>
    text.replaceAll(PARTNER_VALUE, (whole, dotted: string) => partnerValue(partner, dotted) ?? whole);
}
