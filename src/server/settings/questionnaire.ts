import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerSettings } from '#generated/partner.ts';

// V8's middle compiler takes 240 MB for each compilation of the generated validators, and never returns them.
setFlagsFromString('--maglev-filter=-validate*');

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

/** Loads the compiled partner in src/generated/partners/<partner>. @throws Error if a file is missing */
export async function loadQuestionnaire(folder: string): Promise<Questionnaire> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const definition: FormDefinition = JSON.parse(read('form.json'));
  const cards: Questionnaire['cards'] = JSON.parse(read('cards.json'));
  const partner: PartnerSettings = JSON.parse(read('partner.json'));
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

async function loadValidators(folder: string, ids: readonly string[], prefix: string) {
  const loaded = await Promise.all(
    ids.map(
      async (id) => [id, await loadValidator(join(folder, 'validators', `${prefix}${id}.js`))] as const,
    ),
  );
  return Object.fromEntries(loaded);
}

async function loadValidator(file: string): Promise<StandaloneValidator> {
  const { validate }: { readonly validate: StandaloneValidator } = await import(pathToFileURL(file).href);
  return validate;
}
