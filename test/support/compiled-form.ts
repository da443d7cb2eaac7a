import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { PartnerSettings } from '#generated/partner.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'src/generated/partners');

/**
 * Reads a partner's questionnaire as used by server and browser.
 *
 * @param project folder of the tested project
 */
export function readForm(partner = 'default', project = root): FormDefinition {
  return JSON.parse(readFileSync(path.join(project, 'src/generated/partners', partner, 'form.json'), 'utf8'));
}

/** Returns the option lists of countries, regions, dial codes and languages, by name. */
export function readStandardLists(): Readonly<Record<string, readonly Option[]>> {
  const names = [
    'countries',
    'countries-no-usa',
    'us-states',
    'canadian-provinces',
    'dial-codes',
    'languages',
  ];
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(root, 'schemas/options', `${name}.json`);
      const list: { readonly options: readonly Option[] } = JSON.parse(readFileSync(file, 'utf8'));
      return [name, list.options];
    }),
  );
}

/** Reads a partner's settings as sent to browsers. */
export function readPartner(partner: string): PartnerSettings {
  return JSON.parse(readFileSync(path.join(folder, partner, 'partner.json'), 'utf8'));
}

/** Reads all log-in cards by name in schemas/accounts. */
export function readCards(partner = 'default'): Readonly<Record<string, CardDefinition>> {
  return JSON.parse(readFileSync(path.join(folder, partner, 'cards.json'), 'utf8'));
}

/** Reads a log-in card by name. */
export function readCard(name: string, partner?: string): CardDefinition {
  const card = readCards(partner)[name];
  if (!card) throw new Error(`There is no card "${name}" in schemas/accounts`);
  return card;
}
