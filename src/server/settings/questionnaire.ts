import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { PartnerSettings } from '#generated/partner.ts';

/** Compiled data of one partner. */
export type Questionnaire = {
  readonly definition: FormDefinition;
  readonly partner: PartnerSettings;
  readonly cards: Readonly<Record<string, CardDefinition>>;
  /** Page ID → rules. */
  readonly validators: Readonly<Record<string, StandaloneValidator>>;
  /** Card ID → rules. */
  readonly cardValidators: Readonly<Record<string, StandaloneValidator>>;
  /** Translations, by language code. */
  readonly languages?: ReadonlyMap<string, Questionnaire>;
};

/** Loads the compiled partner in src/generated/partners/<partner>. @throws Error that names a missing file */
export async function loadQuestionnaire(folder: string): Promise<Questionnaire> {
  const definition = readCompiled(folder, 'form.json', isDefinition);
  const cards = readCompiled(folder, 'cards.json', isCards);
  const partner = readCompiled(folder, 'partner.json', isPartner);
  const [validators, cardValidators] = await Promise.all([
    loadValidators(
      folder,
      definition.pages.map((page) => page.id),
      '',
    ),
    loadValidators(folder, Object.keys(cards), 'card-'),
  ]);
  return {
    definition,
    partner,
    cards,
    validators,
    cardValidators,
    languages: await loadLanguages(folder, partner),
  };
}

/** Loads the compiled languages, in folders such as `default.es` next to the partner. */
async function loadLanguages(
  folder: string,
  { language, languages = {} }: PartnerSettings,
): Promise<ReadonlyMap<string, Questionnaire>> {
  const codes = language === undefined ? Object.keys(languages).filter((code) => code !== 'en') : [];
  return new Map(
    await Promise.all(
      codes.map(async (code) => [code, await loadQuestionnaire(`${folder}.${code}`)] as const),
    ),
  );
}

/** Reads a compiled file. `is` rejects other files; the generator's tests cover the rest. */
function readCompiled<T>(folder: string, name: string, is: (content: unknown) => content is T): T {
  const file = join(folder, name);
  if (!existsSync(file)) throw missingFileError(file);
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!is(content))
    throw new Error(`${file} is damaged or of another version. Run "npm run generate" again.`);
  return content;
}

function isDefinition(content: unknown): content is FormDefinition {
  return isRecord(content) && typeof content['hash'] === 'string' && Array.isArray(content['pages']);
}

function isPartner(content: unknown): content is PartnerSettings {
  return isRecord(content) && typeof content['name'] === 'string';
}

function isCards(content: unknown): content is Questionnaire['cards'] {
  return (
    isRecord(content) && Object.values(content).every((card) => isRecord(card) && isRecord(card['questions']))
  );
}

async function loadValidators(folder: string, ids: readonly string[], prefix: string) {
  const loaded = await Promise.all(
    ids.map(
      async (id) => [id, await loadValidator(join(folder, 'validators', `${prefix}${id}.js`))] as const,
    ),
  );
  return Object.fromEntries(loaded);
}

async function loadValidator(file: string): Promise<StandaloneValidator> {
  if (!existsSync(file)) throw missingFileError(file);
  const module: unknown = await import(pathToFileURL(file).href);
  if (hasValidate(module)) return module.validate;
  throw new Error(`${file}: expected an export "validate". Run "npm run generate" again.`);
}

function hasValidate(module: unknown): module is { readonly validate: StandaloneValidator } {
  return isRecord(module) && typeof module['validate'] === 'function';
}

function missingFileError(file: string): Error {
  return new Error(`${file} is missing. Run "npm run generate".`);
}
