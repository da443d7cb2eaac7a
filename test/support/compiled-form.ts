import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { PartnerSettings } from '#generated/partner.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'src/generated/partners');

/**
 * The questionnaire of a partner as the server and the browser under test use it.
 *
 * @param project the folder of the project that is tested
 */
export function readForm(partner = 'default', project = root): FormDefinition {
  return JSON.parse(readFileSync(path.join(project, 'src/generated/partners', partner, 'form.json'), 'utf8'));
}

/** The option lists that `node scripts/options.ts` writes, by name. */
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

/** The settings of a partner as the browser gets them. */
export function readPartner(partner: string): PartnerSettings {
  return JSON.parse(readFileSync(path.join(folder, partner, 'partner.json'), 'utf8'));
}

/** All log-in cards by their names in schemas/accounts. */
export function readCards(): Readonly<Record<string, CardDefinition>> {
  return JSON.parse(readFileSync(path.join(folder, 'default', 'cards.json'), 'utf8'));
}

/** A log-in card by its name. */
export function readCard(name: string): CardDefinition {
  const card = readCards()[name];
  if (!card) throw new Error(`There is no card "${name}" in schemas/accounts`);
  return card;
}

/** The validators of a partner's questionnaire by page id, as the server loads them. */
export async function readValidators(
  form: FormDefinition,
  partner = 'default',
): Promise<Readonly<Record<string, StandaloneValidator>>> {
  const entries = form.pages.map(async ({ id }) => {
    const file = path.join(folder, partner, 'validators', `${id}.js`);
    const module: { readonly validate: StandaloneValidator } = await import(pathToFileURL(file).href);
    return [id, module.validate] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
